import { Button, FileButton, Group, Image, Loader, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPhoto, IconSignature, IconTrash, IconUpload } from "@tabler/icons-react";
import { useId, useImperativeHandle, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { accountPicture, accountSignature } from "#contract/accounts.ts";
import { urlOf } from "#web/lib/api.ts";
import { commandKey } from "#web/lib/command-key.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";
import { toast } from "#web/lib/toast.ts";
import given from "#web/ui/given-image.module.css";
import { useGivenImage } from "#web/ui/given-image.ts";
import { imageDataUrl, isImage } from "#web/ui/image-file.ts";

import classes from "./account-images.module.css";

export const imageKinds = ["picture", "signature"] as const;
export type ImageKind = (typeof imageKinds)[number];

interface ShownAccount {
  readonly id: number;
  readonly accountCode: string;
  readonly accountName: string;
  readonly hasPicture: boolean;
  readonly hasSignature: boolean;
  readonly version: number;
}

const imageRoutes = { picture: accountPicture, signature: accountSignature } as const;

/** The address of a stored image; null where there is none. It names the version: a page shows again what it has read under one address. */
export function storedImage(kind: ImageKind, account: ShownAccount): string | null {
  const { id, version } = account;
  const isThere = kind === "picture" ? account.hasPicture : account.hasSignature;
  return isThere ? urlOf(imageRoutes[kind], { params: { id }, query: { v: String(version) } }) : null;
}

/** The stored picture and signature of an account, side by side; what is missing is said. Without an account both frames stand empty. */
export function AccountImages({ account }: { readonly account: ShownAccount | undefined }) {
  return (
    <SimpleGrid cols={2} spacing="xs">
      {imageKinds.map((kind) => (
        <StoredImage key={kind} kind={kind} account={account} />
      ))}
    </SimpleGrid>
  );
}

interface StoredImageProps {
  readonly kind: ImageKind;
  readonly account: ShownAccount | undefined;
}

function StoredImage({ kind, account }: StoredImageProps) {
  const { t } = useTranslation("ui");
  const url = account === undefined ? null : storedImage(kind, account);
  const name = account === undefined ? "" : `${account.accountCode} - ${account.accountName}`;
  const alt = kind === "picture" ? t("images.pictureOf", { account: name }) : t("images.signatureOf", { account: name });
  return <ImageFrame kind={kind} alt={alt} url={url} key={url ?? "none"} />;
}

interface ImageFrameProps {
  readonly kind: ImageKind;
  readonly alt: string;
  readonly url: string | null;
}

/**
 * A frame of fixed height, so that nothing jumps when the image arrives. One that cannot be loaded is not missing: somebody may be
 * paid by that signature.
 */
function ImageFrame({ kind, alt, url }: ImageFrameProps) {
  const { t } = useTranslation(["ui", "common"]);
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const Icon = kind === "picture" ? IconPhoto : IconSignature;
  const retry = (): void => {
    // The button goes with the failure.
    frame.current?.focus();
    setFailed(false);
  };
  return (
    <Paper withBorder className={classes["frame"] ?? ""} ref={frame} tabIndex={-1}>
      {url === null ? (
        <Group gap={6} justify="center" className={classes["missing"] ?? ""}>
          <Icon size={18} aria-hidden />
          <Text size="xs">{t(`images.none.${kind}`)}</Text>
        </Group>
      ) : failed ? (
        <Stack gap={6} align="center" className={classes["missing"] ?? ""}>
          <Text size="xs" ta="center">
            {t(`images.failed.${kind}`)}
          </Text>
          {/* What is not at the server would fail again. */}
          {url.startsWith("data:") ? null : (
            <Button variant="default" size="compact-xs" onClick={retry}>
              {t("common:retry")}
            </Button>
          )}
        </Stack>
      ) : (
        <Image src={url} alt={alt} fit="contain" className={classes["image"] ?? ""} onError={() => setFailed(true)} />
      )}
    </Paper>
  );
}

export interface AccountImagesInputProps {
  /** Data URLs; "" is none. */
  readonly value: Readonly<Record<ImageKind, string>>;
  /** A data URL, or "" when the image was removed. */
  readonly onChange: (kind: ImageKind, dataUrl: string) => void;
  readonly errors?: Partial<Record<ImageKind, React.ReactNode>>;
  /** Where it tells which images are being read, and so do not stand in the value yet. */
  readonly reading?: RefObject<readonly ImageKind[] | null>;
}

/**
 * Picture and signature with preview, upload and removal; each is also dropped or pasted where it belongs. A file that is no
 * image is refused with a toast; a large or unusual one is scaled down, so that what is kept is at most 2 MiB of PNG, JPEG, WebP
 * or GIF. That of a phone takes a second to be read; should the image be chosen anew or removed by then, or the input be gone,
 * it is dropped.
 */
export function AccountImagesInput({ value, onChange, errors = {}, reading }: AccountImagesInputProps) {
  const [unread, setUnread] = useState<readonly ImageKind[]>([]);
  useImperativeHandle(reading, () => unread, [unread]);
  const tell = (kind: ImageKind, isReading: boolean): void =>
    setUnread((before) => (isReading ? [...before, kind] : before.filter((other) => other !== kind)));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {imageKinds.map((kind) => (
        <ImageInput
          key={kind}
          kind={kind}
          value={value[kind]}
          onChange={(url) => onChange(kind, url)}
          reading={unread.includes(kind)}
          onReading={(isReading) => tell(kind, isReading)}
          error={errors[kind]}
        />
      ))}
    </SimpleGrid>
  );
}

interface ImageInputProps {
  readonly kind: ImageKind;
  readonly value: string;
  readonly onChange: (dataUrl: string) => void;
  readonly reading: boolean;
  readonly onReading: (reading: boolean) => void;
  readonly error: React.ReactNode;
}

function ImageInput({ kind, value, onChange, reading, onReading, error }: ImageInputProps) {
  const { t } = useTranslation("ui");
  const errorId = useId();
  const choose = useRef<HTMLButtonElement>(null);
  const { ask, drop } = useLatestQuestion();
  const act = `image.${kind}`;
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (!isImage(file)) return toast.error(t("images.invalidTitle"), t(`images.invalid.${kind}`), act);
    const isWanted = ask();
    onReading(true);
    const url = await imageDataUrl(file);
    if (!isWanted()) return;
    onReading(false);
    if (url === undefined) toast.error(t("images.unreadableTitle"), t("images.unreadable"), act);
    else toast.overcome(act);
    // What could not be read replaces nothing; told all the same, so that the form does not go on saying that it is being read.
    onChange(url ?? value);
  };
  const remove = (): void => {
    drop();
    onReading(false);
    onChange("");
    // The button that removes goes with the image.
    choose.current?.focus();
  };
  const listening = useGivenImage(act, (file) => void take(file));
  return (
    // Takes the focus where it is clicked: the button opens the file dialog, and what is pasted goes where the focus is.
    <Stack gap={6} role="group" aria-label={t(`images.${kind}`)} tabIndex={-1} className={classes["input"] ?? ""} {...listening}>
      <Text size="sm" fw={500}>
        {t(`images.${kind}`)}
      </Text>
      <ImageFrame kind={kind} alt={t(`images.${kind}`)} url={value === "" ? null : value} key={value.length} />
      <Text size="xs" c="dimmed" className={given["hint"] ?? ""}>
        {t("images.given", { ctrl: commandKey })}
      </Text>
      <Group gap="xs">
        <FileButton accept="image/*" onChange={(file) => void take(file)}>
          {(button) => (
            <Button
              {...button}
              ref={choose}
              variant="default"
              size="xs"
              data-path={kind}
              aria-describedby={error === undefined ? undefined : errorId}
              // Not disabled while it reads: here it is said that this is not done, and another file can be chosen.
              leftSection={reading ? <Loader size={14} aria-hidden /> : <IconUpload size={14} aria-hidden />}
            >
              {value === "" ? t(`images.upload.${kind}`) : t(`images.replace.${kind}`)}
            </Button>
          )}
        </FileButton>
        {value === "" ? null : (
          <Button variant="subtle" color="red" size="xs" leftSection={<IconTrash size={14} aria-hidden />} onClick={remove}>
            {t(`images.remove.${kind}`)}
          </Button>
        )}
      </Group>
      {error === undefined ? null : (
        <Text size="xs" c="red" role="alert" id={errorId}>
          {error}
        </Text>
      )}
    </Stack>
  );
}
