import { Anchor, Button, Card, Title } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createAccount, type Account } from "#contract/accounts.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { AccountInputs, useUnfinishedInputs } from "./inputs.tsx";
import { accountStored, creationBody, creationSchema } from "./queries.ts";
import { emptyAccountForm, statusesOnCreation, typesOffered, type AccountForm } from "./rules.ts";

/** New Account: opens an account and shows the code the server issued; the form is then ready for the next one. */
export function NewAccountPage() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const [issued, setIssued] = useState<Account>();
  const unfinished = useUnfinishedInputs();
  const entry = useAccountEntry(unfinished.check, setIssued);
  const clear = (): void => {
    setIssued(undefined);
    entry.startOver({ ...emptyAccountForm });
  };
  return (
    <Page
      title={t("newAccount.title")}
      actions={
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => void navigate({ to: paths.home })}>
          {t("newAccount.close")}
        </Button>
      }
    >
      <Card withBorder className={surfaces["formCard"] ?? ""}>
        <Title order={2} mb="md">
          {t("form.heading")}
        </Title>
        <EntryForm entry={entry} label={t("form.heading")} failureTitle={t("newAccount.failed")}>
          <AccountInputs
            form={entry.form}
            round={entry.round}
            unfinished={unfinished}
            code={issued?.accountCode}
            codeNote={issued === undefined ? undefined : <IssuedNote account={issued} />}
            types={typesOffered(emptyAccountForm.accountType)}
            statuses={statusesOnCreation}
          />
          <FormActions saving={entry.saving} onRefresh={clear} onNew={clear} />
        </EntryForm>
      </Card>
    </Page>
  );
}

function useAccountEntry(alsoCheck: (typed: AccountForm) => FormErrors, onIssued: (account: Account) => void) {
  const { t } = useTranslation("accounts");
  const client = useQueryClient();
  return useEntryForm({
    name: "new-account",
    initialValues: { ...emptyAccountForm },
    schema: creationSchema,
    toSent: creationBody,
    alsoCheck,
    record: (body, idempotencyKey) => call(createAccount, { body, idempotencyKey }),
    next: () => ({ ...emptyAccountForm }),
    onRecorded: (account) => {
      accountStored(client, account);
      onIssued(account);
      toast.success(t("newAccount.success"), t("newAccount.created", { code: account.accountCode }));
    },
    onFailed: (error) => toast.failure(error, t("newAccount.failed")),
    onUnanswered: toast.unanswered,
  });
}

function IssuedNote({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      {t("newAccount.issued")}{" "}
      <Anchor component={Link} to={paths.viewAccount(account.id)} size="xs" underline="always">
        {t("newAccount.viewIssued")}
      </Anchor>
    </>
  );
}
