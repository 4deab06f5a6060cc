import { TagsInput, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { mostCodes } from "#contract/settings.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import type { AccountType } from "#kernel/account-type.ts";

import { useAccountsByCode } from "./queries.ts";

const debounceMs = 250;

interface SenderCodeInputProps extends Omit<TextInputProps, "value" | "defaultValue"> {
  readonly value: string;
}

/** The code of the default sender, and whose it is. */
export function SenderCodeInput({ value, ...others }: SenderCodeInputProps) {
  return (
    <div>
      <TextInput {...others} value={value} dir="ltr" autoComplete="off" spellCheck={false} />
      <Known codes={[value]} />
    </div>
  );
}

interface CodesInputProps {
  readonly name: keyof typeof mostCodes;
  readonly label: string;
  readonly hint: string;
  readonly error: ReactNode;
  readonly value: readonly string[];
  readonly onChange: (codes: string[]) => void;
  /** The type of account that the codes are of; the code of another has no effect. */
  readonly only?: AccountType;
}

/** Codes of accounts, each a tag, and whose they are. */
export function CodesInput({ name, label, hint, error, value, onChange, only }: CodesInputProps) {
  const { t } = useTranslation("settings");
  return (
    <div>
      <TagsInput
        label={label}
        description={hint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data-path={name}
        placeholder={t("business.addCode")}
        value={[...value]}
        error={error}
        splitChars={[",", " "]}
        maxTags={mostCodes[name]}
        onChange={(codes) => onChange([...new Set(codes.map(accountCodeOf))])}
      />
      <Known codes={value} only={only} />
    </div>
  );
}

interface KnownProps {
  readonly codes: readonly string[];
  readonly only?: AccountType | undefined;
}

/** Whose the codes are. One that nobody has yet is no fault: its account may be opened later. */
function Known({ codes, only }: KnownProps) {
  const { t } = useTranslation("settings");
  const [settled] = useDebouncedValue(codes.join("\n"), debounceMs);
  const known = useAccountsByCode(settled.split("\n")).data;
  if (known === undefined) return null;
  return (
    <Text component="ul" size="xs" m={0} mt={4} p={0} style={{ listStyle: "none" }} aria-live="polite">
      {known.balances.map(({ accountCode, accountName, accountType, currencyId, currency }) => {
        const who = t("business.knownCode", { code: accountCode, name: accountName, currency });
        const hasEffect = only === undefined || accountType === only;
        return <li key={`${accountCode} ${String(currencyId)}`}>{hasEffect ? who : t("business.noEffect", { who })}</li>;
      })}
      {known.unknown.map((code) => (
        <Text component="li" inherit c="dimmed" key={code}>
          {t("business.unknownCode", { code })}
        </Text>
      ))}
    </Text>
  );
}
