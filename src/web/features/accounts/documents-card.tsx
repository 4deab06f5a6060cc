import { Modal, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Account } from "#contract/accounts.ts";
import { imageKinds, type ImageKind } from "#web/ui/account/account-images.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";

import { FactCard } from "./fact-card.tsx";
import classes from "./view-page.module.css";

/** Picture and signature of the holder, where there are any; each opens larger. */
export function Documents({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const present = imageKinds.flatMap((kind) => {
    const url = account[kind];
    return url === null ? [] : [{ kind, url }];
  });
  return (
    <FactCard title={t("view.documents")}>
      {present.length === 0 ? <Text c="dimmed">{t("view.noDocuments")}</Text> : null}
      <SimpleGrid cols={2} spacing="sm">
        {present.map(({ kind, url }) => (
          <Document key={kind} kind={kind} url={url} name={accountFullName(account)} />
        ))}
      </SimpleGrid>
    </FactCard>
  );
}

interface DocumentProps {
  readonly kind: ImageKind;
  readonly url: string;
  /** Of the holder. */
  readonly name: string;
}

/** One of them. Whether it is shown larger goes with it: the next one is not shown so to somebody who did not ask. */
function Document({ kind, url, name }: DocumentProps) {
  const { t } = useTranslation("accounts");
  const [isLarge, setLarge] = useState(false);
  const title = t(`view.enlarged.${kind}`, { name });
  return (
    <Stack gap={4}>
      <UnstyledButton className={classes["document"] ?? ""} aria-label={t(`view.enlarge.${kind}`)} onClick={() => setLarge(true)}>
        <img src={url} alt="" />
      </UnstyledButton>
      <Text size="sm" ta="center">
        {t(`fields.${kind}`)}
      </Text>
      <Modal
        opened={isLarge}
        onClose={() => setLarge(false)}
        title={title}
        size="xl"
        centered
        closeButtonProps={{ "aria-label": t("view.closeImage") }}
      >
        <img className={classes["large"]} src={url} alt={title} />
      </Modal>
    </Stack>
  );
}
