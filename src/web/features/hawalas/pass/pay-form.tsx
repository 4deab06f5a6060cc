import { ActionIcon, Alert, Button, Checkbox, Fieldset, Group, Stack, TextInput, Tooltip } from "@mantine/core";
import { IconCircleCheck, IconPlugConnectedX, IconPrinter } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { BranchPicker, useBranches } from "#web/features/hawalas/branch-picker.tsx";
import { passBody, type PayForm as Typed } from "#web/features/hawalas/pass-rules.ts";
import classes from "#web/features/hawalas/pay.module.css";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { commandKey, commandShortcut } from "#web/lib/command-key.ts";
import { useToday } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { BusinessDateInput, useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { focusFirstWrong } from "#web/ui/entry/enter-order.ts";
import { isSecondHalf } from "#web/ui/entry/second-press.ts";
import { freeText } from "#web/ui/free-text.ts";
import { useGivenImage } from "#web/ui/given-image.ts";

import { Outlook } from "./outlook.tsx";
import panel from "./panel.module.css";
import type { usePass } from "./pass-acts.ts";
import { photoAct, PhotoInput, usePhotoChoice } from "./photo-input.tsx";

interface PayFormProps {
  /** As the person has seen it. */
  readonly hawala: Hawala;
  /** Whether it has become another one unseen, which is then said. */
  readonly isHeld: () => boolean;
  readonly typed: Typed;
  readonly onType: (change: Partial<Typed>) => void;
  readonly passing: ReturnType<typeof usePass>;
  /** Something else is being done to the hawala. */
  readonly isBusy: boolean;
  /** What can be done in place of paying, below the button that pays. */
  readonly children: ReactNode;
}

/** What is noted when a hawala is paid out: who pays, the receiver's papers, the day. Enter in a field pays nobody. */
export function PayForm({ hawala, isHeld, typed, onType, passing, isBusy, children }: PayFormProps) {
  const { t } = useTranslation("passHawala");
  const today = useToday();
  const [wrong, setWrong] = useState<Faults>({});
  const faults = { ...serverFaults(passing.error), ...wrong };
  const change = (part: Partial<Typed>): void => {
    setWrong({});
    if (!passing.isPending) passing.reset();
    onType(part);
  };
  const photo = usePhotoChoice((documentPhoto) => change(documentPhoto === undefined ? {} : { documentPhoto }));
  const check = useCheck(hawala, typed, photo.isReading);
  const isWorking = passing.isPending || isBusy;
  const confirm = (form: HTMLFormElement | null, andPrint: boolean): void => {
    if (isWorking || isHeld()) return;
    const fault = check();
    setWrong(fault === undefined ? {} : { [fault.path]: fault.text });
    if (fault === undefined) return passing.mutate({ hawala, body: passBody(typed, today), andPrint });
    toast.error(fault.title, fault.text);
    return focusFirstWrong(form, [fault.path]);
  };
  const keys = {
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>): void => {
      const isChord = event.key === "Enter" && event.shiftKey && (event.ctrlKey || event.metaKey);
      if (!isChord || event.repeat || event.defaultPrevented || isOtherButton(event.target)) return;
      event.preventDefault();
      confirm(event.currentTarget, true);
    },
  };
  return (
    <form className={panel["form"]} aria-label={t("pay.label")} noValidate onSubmit={(event) => event.preventDefault()} {...keys}>
      <Checkbox
        label={t("pay.byBranch")}
        checked={typed.byBranch}
        onChange={({ currentTarget }) => change({ byBranch: currentTarget.checked })}
      />
      {typed.byBranch ? (
        <BranchPicker
          value={typed.branchAccountId}
          currency={hawala.currency}
          error={faults["branchAccountId"]}
          onChange={(branch) => change({ branchAccountId: branch?.id ?? null })}
        />
      ) : null}
      <Papers hawala={hawala} typed={typed} faults={faults} photo={photo} onType={change} />
      <BusinessDateInput
        label={t("pay.date")}
        data-path="transDate"
        value={typed.transDate ?? today}
        error={faults["transDate"]}
        onChange={(transDate) => change({ transDate })}
      />
      <Outlook hawala={hawala} branchId={typed.byBranch ? typed.branchAccountId : undefined} sending={passing.isPending} />
      {passing.isUnansweredOf(hawala) ? <Unanswered /> : null}
      <div className={panel["foot"]} data-form-actions="high">
        <PayButtons isWorking={isWorking} isPaying={passing.isPending} onConfirm={confirm} />
        {children}
      </div>
    </form>
  );
}

/** A button that does something else than paying: the key is then meant for it. */
function isOtherButton(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement && !("pays" in target.dataset);
}

interface PayButtonsProps {
  readonly isWorking: boolean;
  readonly isPaying: boolean;
  readonly onConfirm: (form: HTMLFormElement | null, andPrint: boolean) => void;
}

/** Pays, or pays and prints. Neither is of the submit kind: Enter in a field of papers must not pay. */
function PayButtons({ isWorking, isPaying, onConfirm }: PayButtonsProps) {
  const { t } = useTranslation("passHawala");
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        type="button"
        data-pays
        flex={1}
        leftSection={<IconCircleCheck size={18} aria-hidden />}
        aria-disabled={isWorking}
        onClick={(event) => isSecondHalf(event) || onConfirm(event.currentTarget.form, false)}
      >
        {isPaying ? t("pay.processing") : t("pay.confirm")}
      </Button>
      <Tooltip label={t("pay.printKeys", { ctrl: commandKey })} openDelay={300}>
        <ActionIcon
          type="button"
          data-pays
          variant="default"
          size={36}
          aria-label={t("pay.print")}
          aria-disabled={isWorking}
          aria-keyshortcuts={commandShortcut("Shift+Enter")}
          onClick={(event) => isSecondHalf(event) || onConfirm(event.currentTarget.form, true)}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** No answer came: the receiver may have been paid or not. Trying again is safe. */
function Unanswered() {
  const { t } = useTranslation("passHawala");
  return (
    <Alert
      role="alert"
      color="orange"
      variant="outline"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t("pay.unknown")}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      {t("pay.unknownText")}
    </Alert>
  );
}

type Faults = Readonly<Record<string, string>>;

/** The fields that the server found wrong. */
function serverFaults(error: unknown): Faults {
  return error instanceof ApiError
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path, refusalInLanguage(message)]))
    : {};
}

interface Fault {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** What keeps a payout from being sent, as far as the screen knows. */
function useCheck(
  hawala: Hawala,
  { byBranch, branchAccountId, transDate }: Typed,
  isReadingPhoto: boolean,
): () => Fault | undefined {
  const { t } = useTranslation("passHawala");
  const branches = useBranches();
  const dateWrong = useDateCheck();
  return () => {
    if (byBranch && branchAccountId === null)
      return { path: "branchAccountId", title: t("pay.accountRequired"), text: t("pay.accountRequiredText") };
    const branch = byBranch ? branches.data?.find(({ id }) => id === branchAccountId) : undefined;
    if (branch !== undefined && branch.currency !== hawala.currency) {
      const text = t("pay.mismatchText", { hawala: hawala.currency, account: branch.currency });
      return { path: "branchAccountId", title: t("pay.mismatch"), text };
    }
    if (isReadingPhoto) return { path: "documentPhoto", title: t("pay.photoReading"), text: t("pay.photoReadingText") };
    const wrongDate = transDate === null ? undefined : dateWrong(transDate);
    return wrongDate === undefined ? undefined : { path: "transDate", title: t("pay.dateWrong"), text: wrongDate };
  };
}

interface PapersProps {
  readonly hawala: Hawala;
  readonly typed: Typed;
  readonly faults: Faults;
  readonly photo: ReturnType<typeof usePhotoChoice>;
  readonly onType: (change: Partial<Typed>) => void;
}

/**
 * The receiver's papers. Nothing is prefilled: what stands there was read from the document, whose photo is taken wherever it is
 * dropped here.
 */
function Papers({ hawala, typed, faults, photo, onType }: PapersProps) {
  const { t } = useTranslation("passHawala");
  const given = useGivenImage(photoAct, (file) => void photo.take(file));
  return (
    <Fieldset legend={t("pay.identity")} p="sm" className={classes["papers"] ?? ""} {...given}>
      <Stack gap="xs">
        <TextInput
          label={t("pay.documentName")}
          description={t("pay.documentNameHint", { name: hawala.receiverName })}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data-path="documentName"
          autoComplete="off"
          {...freeText}
          maxLength={255}
          error={faults["documentName"]}
          value={typed.documentName}
          onChange={({ currentTarget }) => onType({ documentName: currentTarget.value })}
        />
        <TextInput
          label={t("pay.documentNumber")}
          data-path="documentNumber"
          autoComplete="off"
          maxLength={100}
          error={faults["documentNumber"]}
          value={typed.documentNumber}
          onChange={({ currentTarget }) => onType({ documentNumber: currentTarget.value })}
        />
        <PhotoInput value={typed.documentPhoto} choice={photo} error={faults["documentPhoto"]} />
      </Stack>
    </Fieldset>
  );
}
