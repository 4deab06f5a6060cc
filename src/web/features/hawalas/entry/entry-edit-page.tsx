import { Alert, Group, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";
import { mayCall } from "#contract/permissions.ts";
import { isOpen } from "#web/features/hawalas/pass-rules.ts";
import { read } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { Page } from "#web/shell/page.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { FreshlyRead, Loading } from "#web/ui/entry/edit-dialog.tsx";

import { EditIncoming } from "./edit-incoming.tsx";
import { EditOutgoing } from "./edit-outgoing.tsx";

interface EditHawalaPageProps {
  readonly id: number;
}

/** Corrects a hawala that is neither paid out nor cancelled. */
export function EditHawalaPage({ id }: EditHawalaPageProps) {
  const { t } = useTranslation("hawalaEntry");
  const { role } = useSession();
  const mayEdit = mayCall(role, updateHawala.access);
  const query = useQuery({ ...read(getHawala, { params: { id } }), refetchOnMount: "always", enabled: mayEdit });
  const shown = query.data;
  if (!mayEdit)
    return (
      <Page title={t("edit.titleOfAny")}>
        <Text c="dimmed">{t("edit.notYours")}</Text>
        <Back />
      </Page>
    );
  return (
    <Page
      title={shown === undefined ? t("edit.titleOfAny") : t("edit.title", { number: shown.hawalaNo })}
      description={
        // Of one that is closed neither is true: nothing is saved, and a paid one has posted.
        shown === undefined || !isOpen(shown)
          ? undefined
          : t(shown.direction === "outgoing" ? "edit.description" : "edit.descriptionIncoming")
      }
      actions={<Back />}
    >
      <FreshlyRead
        query={query}
        pick={(hawala): Hawala => hawala}
        texts={{
          loading: t("edit.loading"),
          failed: t("edit.failed"),
          gone: t("edit.unknown", { id }),
        }}
      >
        {(hawala) => (isOpen(hawala) ? <EditForm hawala={hawala} /> : <Closed hawala={hawala} />)}
      </FreshlyRead>
    </Page>
  );
}

function Back(): ReactNode {
  const { t } = useTranslation("hawalaEntry");
  return (
    <div>
      <ButtonLink to={paths.hawalaEntry} variant="default">
        {t("edit.back")}
      </ButtonLink>
    </div>
  );
}

/** The form waits for the currencies: it holds them by id, and the hawala by code. */
function EditForm({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("hawalaEntry");
  if (useCurrencies().length === 0) return <Loading text={t("edit.loading")} />;
  return hawala.direction === "outgoing" ? <EditOutgoing hawala={hawala} /> : <EditIncoming hawala={hawala} />;
}

function Closed({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation(["hawalaEntry", "passHawala"]);
  const { id, direction, hawalaNo, hawalaStatus } = hawala;
  return (
    <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
      <Text size="sm">{t("hawalaEntry:edit.closed", { status: t(`passHawala:statuses.${hawalaStatus}`) })}</Text>
      <Group mt="sm">
        <ButtonLink to={paths.hawala(id, direction)} size="xs" variant="default">
          {t("hawalaEntry:edit.open", { number: hawalaNo })}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
