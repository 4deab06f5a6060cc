import { SimpleGrid, TextInput } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { SectionCard } from "#web/features/hawalas/section-card.tsx";
import { useOffice } from "#web/lib/session.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { useAccount } from "#web/ui/account/account-search.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { freeText } from "#web/ui/free-text.ts";

import type { Party } from "./entry-rules.ts";

/** What a form gives its inputs. */
type InputProps = (path: string) => object;

interface PartyCardProps {
  readonly party: Party;
  readonly inputProps: InputProps;
  /** The account of the party, where it can have one. */
  readonly children?: ReactNode;
}

/** Who sends, or who receives. */
export function PartyCard({ party, inputProps, children }: PartyCardProps) {
  const { t } = useTranslation("hawalaEntry");
  return (
    <SectionCard title={t(`sections.${party}`)}>
      {children}
      <TextInput
        label={t(`fields.${party}Name`)}
        {...requiredMark}
        autoComplete="off"
        {...freeText}
        {...inputProps(`${party}Name`)}
      />
      <SimpleGrid type="container" cols={{ base: 1, "320px": 2 }} spacing="sm">
        <TextInput label={t(`fields.${party}Phone`)} type="tel" dir="ltr" autoComplete="off" {...inputProps(`${party}Phone`)} />
        <TextInput label={t(`fields.${party}Location`)} autoComplete="off" {...freeText} {...inputProps(`${party}Location`)} />
      </SimpleGrid>
    </SectionCard>
  );
}

/** The account chosen before, and the one chosen now. */
interface Choice {
  readonly before: AccountRow | undefined;
  readonly after: AccountRow | undefined;
}

interface HolderPickerProps {
  readonly party: Party;
  readonly value: number | null;
  /** What is entered is posted to it. */
  readonly postsTo?: boolean;
  readonly inputProps: InputProps;
  readonly onChoose: (id: number | null, choice: Choice) => void;
}

const hints = { sender: "walkIn", receiver: "receiverAccount" } as const;

/** The account that a party has with this office. The cash box is nobody's. */
export function HolderPicker({ party, value, postsTo = false, inputProps, onChoose }: HolderPickerProps) {
  const { t } = useTranslation("hawalaEntry");
  const { cashAccountId } = useOffice();
  const known = useAccount(value);
  // What it said of its holder then stands in the fields: another desk may have corrected it since.
  const chosen = useRef<AccountRow>(undefined);
  return (
    <AccountPicker
      label={t(`fields.${party}AccountId`)}
      description={t(`hints.${hints[party]}`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...inputProps(`${party}AccountId`)}
      exclude={[cashAccountId]}
      postsTo={postsTo}
      value={value}
      onChange={(id, after) => {
        const before = chosen.current?.id === value ? chosen.current : known;
        chosen.current = after;
        onChoose(id, { before, after });
      }}
    />
  );
}
