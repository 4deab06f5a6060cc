import { Button, FileButton, Group, Image, Stack, Text } from "@mantine/core";
import { IconCamera, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "#web/features/hawalas/pay.module.css";
import { commandKey } from "#web/lib/command-key.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";
import { toast } from "#web/lib/toast.ts";
import given from "#web/ui/given-image.module.css";
import { imageDataUrl, isImage } from "#web/ui/image-file.ts";

/** By what the failure to take a photo is known until one is taken. */
export const photoAct = "image.document";

/**
 * The choice of a photo; to read one from a phone takes a second. `onChange` is given its data URL, "" when it was taken away,
 * undefined when it could not be read, which a toast says. What is read for a form that has gone, or before another choice, is
 * dropped.
 */
export function usePhotoChoice(onChange: (dataUrl: string | undefined) => void) {
  const { t } = useTranslation("passHawala");
  const { ask, drop } = useLatestQuestion();
  const [isReading, setReading] = useState(false);
  return {
    isReading,
    take: async (file: File | null): Promise<void> => {
      if (file === null) return;
      if (!isImage(file)) return toast.error(t("pay.photoInvalid"), t("pay.photoInvalidText"), photoAct);
      const isWanted = ask();
      setReading(true);
      const url = await imageDataUrl(file);
      if (!isWanted()) return;
      setReading(false);
      if (url === undefined) toast.error(t("pay.photoUnreadableTitle"), t("pay.photoUnreadable"), photoAct);
      else toast.overcome(photoAct);
      onChange(url);
    },
    remove: (): void => {
      drop();
      setReading(false);
      onChange("");
    },
  };
}

interface PhotoInputProps {
  /** A data URL; "" is none. */
  readonly value: string;
  readonly choice: ReturnType<typeof usePhotoChoice>;
  readonly error?: ReactNode;
}

/** A photo of the receiver's papers, from a file or, where the device has one, from its camera. */
export function PhotoInput({ value, choice, error }: PhotoInputProps) {
  const { t } = useTranslation(["passHawala", "ui"]);
  const { isReading, take, remove } = choice;
  const choose = useRef<HTMLButtonElement>(null);
  const button = { variant: "default", size: "xs", loading: isReading } as const;
  return (
    <Stack gap={6} role="group" aria-label={t("pay.photo")}>
      {value === "" ? null : <Image src={value} alt={t("pay.photo")} fit="contain" className={classes["photo"] ?? ""} />}
      <Group gap="xs">
        <FileButton accept="image/*" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} {...button} ref={choose} leftSection={<IconPhoto size={14} aria-hidden />}>
              {value === "" ? t("pay.choosePhoto") : t("pay.replacePhoto")}
            </Button>
          )}
        </FileButton>
        <FileButton accept="image/*" capture="environment" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} {...button} className={classes["camera"] ?? ""} leftSection={<IconCamera size={14} aria-hidden />}>
              {t("pay.takePhoto")}
            </Button>
          )}
        </FileButton>
        {value === "" ? null : (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => {
              remove();
              // This button goes with the photo.
              choose.current?.focus();
            }}
          >
            {t("pay.removePhoto")}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" className={given["hint"] ?? ""}>
        {t("ui:images.given", { ctrl: commandKey })}
      </Text>
      {error === undefined ? null : (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
