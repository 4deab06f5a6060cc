import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { balancesByCode } from "#contract/balances.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";

import { codeFault, longestCode } from "./chosen-codes.ts";

interface AddBalanceDialogProps {
  readonly opened: boolean;
  /** The codes that are there already. */
  readonly codes: readonly string[];
  readonly onAdd: (code: string) => void;
  readonly onClose: () => void;
}

/** Asks for the code of one more account. A code that no account has is named as wrong, and stays to be mended. */
export function AddBalanceDialog({ opened, onClose, ...others }: AddBalanceDialogProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      centered
      title={t("dashboard:balances.addTitle")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <CodeForm onClose={onClose} {...others} />
    </Modal>
  );
}

function CodeForm({ codes, onAdd, onClose }: Omit<AddBalanceDialogProps, "opened">) {
  const { t } = useTranslation("dashboard");
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const refuse = (said: string): void => {
    setFault(said);
    field.current?.select();
  };
  const whileHere = useWhileHere();
  // Cancelled by then, it is wanted no more.
  const add = whileHere(onAdd);
  const checking = useMutation({
    mutationFn: (code: string) => call(balancesByCode, { body: { accountCodes: [code] } }),
    onSuccess: ({ balances: [found] }, code) => {
      if (found === undefined) refuse(t("balances.faults.unknown", { code }));
      else if (codes.includes(found.accountCode)) refuse(t("balances.faults.present"));
      else add(found.accountCode);
    },
    onError: (error) => refuse(messageOf(error, t("balances.checkFailed"))),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (checking.isPending) return;
    const code = accountCodeOf(typed);
    const found = codeFault(code, codes);
    if (found === undefined) checking.mutate(code);
    else refuse(t(`balances.faults.${found}`));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={field}
          label={t("balances.code")}
          placeholder={t("balances.placeholder")}
          maxLength={longestCode}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setFault(undefined);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("balances.cancel")}
          </Button>
          <Button type="submit" aria-disabled={checking.isPending}>
            {checking.isPending ? t("balances.adding") : t("balances.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
