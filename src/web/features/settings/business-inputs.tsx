import { Card, SimpleGrid, Stack, TextInput, Title, type TextInputProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { BusinessSettings } from "#contract/settings.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { decimalKeys } from "#web/ui/amount/decimal-keys.ts";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { freeText } from "#web/ui/free-text.ts";

import { CodesInput, SenderCodeInput } from "./code-inputs.tsx";
import { CurrencyCodeSelect } from "./currency-code-select.tsx";
import type { BusinessField, BusinessForm } from "./rules.ts";
import { TimeZoneInput } from "./time-zone-input.tsx";

interface BusinessInputsProps {
  readonly form: UseFormReturnType<BusinessForm>;
  /** The settings as the form began with them. */
  readonly stored: BusinessSettings;
}

/** Every business setting, by what it is about. */
export function BusinessInputs({ form, stored }: BusinessInputsProps) {
  return (
    <Stack gap="md">
      <SimpleGrid type="container" cols={{ base: 1, "760px": 2 }} spacing="md">
        <OfficePart form={form} stored={stored} />
        <MoneyPart form={form} />
        <HawalaPart form={form} />
        <Stack gap="md">
          <SessionPart form={form} />
          <BackupPart form={form} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

/** The fields whose hint says the same whatever stands in them. */
type HintedField = Exclude<BusinessField, "timeZone" | CodesField | "usdTotalFrom">;
/** The fields that take several account codes. */
type CodesField = "branchCodes" | "expenseCodes";

type PartProps = Pick<BusinessInputsProps, "form">;

const hintBelow: Pick<TextInputProps, "inputWrapperOrder"> = { inputWrapperOrder: ["label", "input", "description", "error"] };
const figures = { dir: "ltr", autoComplete: "off" } as const;

/** Label, hint and value of a field: what all of them have alike. */
function useField(form: PartProps["form"]) {
  const { t } = useTranslation("settings");
  return <Field extends HintedField>(field: Field) => {
    const name: HintedField = field;
    return {
      label: t(`business.fields.${name}`),
      description: t(`business.hints.${name}`),
      ...hintBelow,
      ...requiredMark,
      ...form.getInputProps(field),
      value: form.values[field],
    };
  };
}

/** The same of a field of several codes. A code of the list that is wrong is named by its place: `branchCodes.0`. */
function useCodesField(form: PartProps["form"]) {
  const { t } = useTranslation("settings");
  return (name: CodesField) => ({
    name,
    label: t(`business.fields.${name}`),
    hint: t(`business.hints.${name}`),
    error: Object.entries(form.errors).find(([path]) => path.startsWith(name))?.[1],
    value: form.values[name],
    onChange: (codes: string[]) => form.setFieldValue(name, codes),
  });
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}

function OfficePart({ form, stored }: BusinessInputsProps) {
  const { t } = useTranslation("settings");
  const field = useField(form);
  return (
    <Part title={t("business.sections.office")}>
      <TextInput {...field("officeName")} autoComplete="off" {...freeText} />
      <TimeZoneInput
        stored={stored.timeZone}
        error={form.errors["timeZone"]}
        value={form.values.timeZone}
        onChange={(zone) => form.setFieldValue("timeZone", zone)}
      />
    </Part>
  );
}

function MoneyPart({ form }: PartProps) {
  const { t } = useTranslation("settings");
  const field = useField(form);
  const codesField = useCodesField(form);
  return (
    <Part title={t("business.sections.money")}>
      <CurrencyCodeSelect {...field("baseCurrency")} />
      <AccountPicker
        {...field("cashAccountId")}
        filter={companies}
        mayAdd={false}
        onChange={(id) => form.setFieldValue("cashAccountId", id)}
      />
      <TextInput {...field("rateDeviationPercent")} {...figures} inputMode={decimalKeys} />
      <CodesInput {...codesField("expenseCodes")} only="company" />
    </Part>
  );
}

const companies = { type: "company" } as const;

function HawalaPart({ form }: PartProps) {
  const { t } = useTranslation("settings");
  const field = useField(form);
  const codesField = useCodesField(form);
  return (
    <Part title={t("business.sections.hawala")}>
      <SenderCodeInput {...field("senderCode")} />
      <CodesInput {...codesField("branchCodes")} />
      <BusinessDateInput
        label={t("business.fields.usdTotalFrom")}
        {...requiredMark}
        {...form.getInputProps("usdTotalFrom")}
        value={form.values.usdTotalFrom}
      />
    </Part>
  );
}

function SessionPart({ form }: PartProps) {
  const { t } = useTranslation("settings");
  const field = useField(form);
  return (
    <Part title={t("business.sections.sessions")}>
      <TextInput {...field("sessionIdleMinutes")} {...figures} inputMode="numeric" />
      <TextInput {...field("sessionHours")} {...figures} inputMode="numeric" />
    </Part>
  );
}

function BackupPart({ form }: PartProps) {
  const { t } = useTranslation("settings");
  const field = useField(form);
  return (
    <Part title={t("business.sections.backups")}>
      {/* All keys: the keypad of figures has no colon. */}
      <TextInput {...field("backupTime")} {...figures} />
      <TextInput {...field("backupsKept")} {...figures} inputMode="numeric" />
    </Part>
  );
}
