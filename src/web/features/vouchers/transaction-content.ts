import { useTranslation } from "react-i18next";

import { cashOf, hasOwnSecondNarrative } from "#web/lib/entry-sides.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";

import { dealRates } from "./rates.ts";
import type { Fact, Party, RecordContent, Sum } from "./record-content.ts";
import type { VoucherRecord } from "./record.ts";
import { useSumFacts } from "./sum-facts.ts";

type TransactionRecord = Extract<VoucherRecord, { kind: "transaction" }>;
type Transaction = TransactionRecord["transaction"];

/** What a transaction puts on its voucher. */
export function useTransactionContent(): (record: TransactionRecord) => RecordContent {
  const { t } = useTranslation("vouchers");
  const partiesOf = useParties();
  const sumsOf = useSums();
  const sumFactsOf = useSumFacts();
  return (record) => {
    const { transaction, hawala, codeOf } = record;
    const { id, transType, transDate, referenceId, deleted, userCreated, dateCreated } = transaction;
    const facts: Fact[] = [];
    if (transType === "Exchange") {
      const pair = { from: codeOf(transaction.currencyId), to: codeOf(transaction.cCurrencyId) };
      facts.push({ label: t("facts.rate"), values: dealRates(transaction.exRate, pair), isFigure: true });
    }
    if (hawala !== undefined) facts.push({ label: t("facts.hawala"), values: [hawala.hawalaNo], isFigure: true });
    // The debit of a booking is more than its credit, by a rate and a commission that are the hawala's.
    if (hawala?.direction === "outgoing") facts.push(...sumFactsOf(hawala));
    if (referenceId !== 0) facts.push({ label: t("facts.reference"), values: [String(referenceId)], isFigure: true });
    return {
      title: t(`titles.${transType}`),
      number: String(id),
      date: transDate,
      parties: partiesOf(record),
      sums: sumsOf(record),
      facts,
      narratives: narrativesOf(transaction),
      recordedAt: dateCreated,
      user: userCreated,
      changed: lastChangeOf(transaction),
      signer: t("signatures.customer"),
      void: deleted ? t("deleted") : undefined,
      path: paths.transaction(id, deleted ? "Deleted" : "All"),
    };
  };
}

/** Who changed a transaction last, and when. */
export function lastChangeOf({ userModified, dateModified }: Transaction): RecordContent["changed"] {
  return userModified === null || dateModified === null ? undefined : { at: dateModified, user: userModified };
}

function useParties(): (record: TransactionRecord) => readonly Party[] {
  const { t } = useTranslation("vouchers");
  const office = useOffice();
  return ({ transaction, accounts }) => {
    const { transType, outAccountId, inAccountId } = transaction;
    const cashAccountId = cashOf(transaction, { accounts, cashAccountId: office.cashAccountId });
    const out = { code: transaction.outAccountCode, name: transaction.outAccountName };
    const into = { code: transaction.inAccountCode, name: transaction.inAccountName };
    const isEntry = transType === "Debit" || transType === "Credit";
    // The cash of its day stands on one side of an entry: what is said is who gave it, or got it.
    if (isEntry && outAccountId === cashAccountId) {
      return [
        { label: t("parties.receivedFrom"), ...into },
        { label: t("parties.through"), ...out },
      ];
    }
    if (isEntry && inAccountId === cashAccountId) {
      return [
        { label: t("parties.paidTo"), ...out },
        { label: t("parties.through"), ...into },
      ];
    }
    const side = transType === "Exchange" ? "exchange" : "plain";
    return [
      { label: t(`parties.${side}.out`), ...out },
      { label: t(`parties.${side}.in`), ...into },
    ];
  };
}

function useSums(): (record: TransactionRecord) => readonly Sum[] {
  const { t } = useTranslation("vouchers");
  return ({ transaction: { transType, dAmount, cAmount, currencyId, cCurrencyId }, codeOf }) => {
    const debit = { amount: dAmount, currency: codeOf(currencyId) };
    const credit = { amount: cAmount, currency: codeOf(cCurrencyId) };
    if (currencyId === cCurrencyId && dAmount === cAmount) return [{ label: t("sums.amount"), ...debit }];
    const side = transType === "Exchange" ? "exchange" : "plain";
    return [
      { label: t(`sums.${side}.out`), ...debit },
      { label: t(`sums.${side}.in`), ...credit },
    ];
  };
}

/** What was written about it; the second narrative of a Debit or Credit is mostly its amount in words, which stands there anyway. */
function narrativesOf(record: Transaction): readonly string[] {
  const { transType, transDescription, cTransDescription } = record;
  const isEntry = transType === "Debit" || transType === "Credit";
  const all = isEntry && !hasOwnSecondNarrative(record) ? [transDescription] : [transDescription, cTransDescription];
  return [...new Set(all)].filter((text) => text !== "");
}
