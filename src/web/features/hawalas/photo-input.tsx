import { Button, FileButton, Group, Image, Stack, Text } from "@mantine/core";
import { IconCamera, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "#web/lib/toast.ts";
import { imageDataUrl, isImage } from "#web/ui/image-file.ts";

import classes from "./pay.module.css";

interface PhotoInputProps {
  /** A data URL; "" is none. */
  readonly value: string;
  readonly onChange: (dataUrl: string) => void;
  readonly error?: ReactNode;
}

/** A photo of the receiver's papers, from a file or, where the device has one, from its camera. */
export function PhotoInput({ value, onChange, error }: PhotoInputProps) {
  const { t } = useTranslation("passHawala");
  const [reading, setReading] = useState(false);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (!isImage(file)) return toast.error(t("pay.photoInvalid"), t("pay.photoInvalidText"));
    setReading(true);
    const url = await imageDataUrl(file);
    setReading(false);
    if (url === undefined) return toast.error(t("pay.photoUnreadableTitle"), t("pay.photoUnreadable"));
    return onChange(url);
  };
  const button = { variant: "default", size: "xs", loading: reading } as const;
  return (
    <Stack gap={6} role="group" aria-label={t("pay.photo")}>
      {value === "" ? null : <Image src={value} alt={t("pay.photo")} fit="contain" className={classes["photo"] ?? ""} />}
      <Group gap="xs">
        <FileButton accept="image/*" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} {...button} leftSection={<IconPhoto size={14} aria-hidden />}>
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
            onClick={() => onChange("")}
          >
            {t("pay.removePhoto")}
          </Button>
        )}
      </Group>
      {error === undefined ? null : (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
