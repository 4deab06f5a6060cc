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
  const [enlarged, setEnlarged] = useState<ImageKind>();
  const present = imageKinds.flatMap((kind) => {
    const url = account[kind];
    return url === null ? [] : [{ kind, url }];
  });
  const large = present.find(({ kind }) => kind === enlarged);
  return (
    <FactCard title={t("view.documents")}>
      {present.length === 0 ? <Text c="dimmed">{t("view.noDocuments")}</Text> : null}
      <SimpleGrid cols={2} spacing="sm">
        {present.map(({ kind, url }) => (
          <Stack key={kind} gap={4}>
            <UnstyledButton
              className={classes["document"] ?? ""}
              aria-label={t(`view.enlarge.${kind}`)}
              onClick={() => setEnlarged(kind)}
            >
              <img src={url} alt="" />
            </UnstyledButton>
            <Text size="sm" ta="center">
              {t(`fields.${kind}`)}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      <Modal
        opened={large !== undefined}
        onClose={() => setEnlarged(undefined)}
        title={large === undefined ? "" : t(`view.enlarged.${large.kind}`, { name: accountFullName(account) })}
        size="xl"
        centered
        closeButtonProps={{ "aria-label": t("view.closeImage") }}
      >
        {large === undefined ? null : (
          <img
            className={classes["large"]}
            src={large.url}
            alt={t(`view.enlarged.${large.kind}`, { name: accountFullName(account) })}
          />
        )}
      </Modal>
    </FactCard>
  );
}
