import { useTranslation } from "react-i18next";

import { importedRemarks } from "#kernel/hawala.ts";
import { paths } from "#web/paths.ts";

import type { Fact, Party, RecordContent, Sum } from "./record-content.ts";
import type { VoucherRecord } from "./record.ts";
import { useSumFacts } from "./sum-facts.ts";
import { lastChangeOf } from "./transaction-content.ts";

type HawalaRecord = Extract<VoucherRecord, { kind: "hawala" }>;
type Hawala = HawalaRecord["hawala"];

/** What a hawala puts on its voucher: the payout of an incoming one, the sender's receipt of an outgoing one. */
export function useHawalaContent(): (record: HawalaRecord) => RecordContent {
  const { t } = useTranslation("vouchers");
  const partiesOf = useParties();
  const sumsOf = useSums();
  const factsOf = useFacts();
  return (record) => {
    const { hawala, transaction } = record;
    const { id, direction, hawalaNo, hawalaStatus, passedDate, remarks } = hawala;
    const isCancelled = hawalaStatus === "Cancelled" || hawalaStatus === "cancelled";
    // Who paid it out, and when; of one that nothing was posted for, who entered it.
    const recordedAt = transaction?.dateCreated ?? hawala.createdAt;
    return {
      title: t(direction === "outgoing" ? "titles.receipt" : hawalaStatus === "Passed" ? "titles.payout" : "titles.advice"),
      number: hawalaNo,
      date: passedDate ?? hawala.transactionDate,
      parties: partiesOf(record),
      sums: sumsOf(record),
      facts: factsOf(hawala),
      narratives: remarks === "" || remarks === importedRemarks ? [] : [remarks],
      recordedAt,
      user: transaction?.userCreated ?? hawala.processedBy,
      changed: transaction === undefined ? undefined : lastChangeOf(transaction),
      signer: t(direction === "outgoing" ? "signatures.sender" : "signatures.receiver"),
      void: isCancelled ? t("cancelled") : undefined,
      path: paths.hawala(id, direction),
    };
  };
}

/** Whether a sender's own account was charged with a hawala. Into one of the office's, such as its account at a bank, he has paid. */
function isCharged({ hawala, sender }: HawalaRecord): boolean {
  return hawala.senderAccountId !== null && sender?.accountType !== "company";
}

function useParties(): (record: HawalaRecord) => readonly Party[] {
  const { t } = useTranslation("vouchers");
  return (record) => {
    const { hawala, transaction } = record;
    const { direction, payout, senderAccountId, senderCode, partnerCode, partnerName } = hawala;
    // Each on a line of its own: a number behind a name in Arabic script would read the wrong way round.
    const papers = [
      payout?.documentName ? t("papers.name", { name: payout.documentName }) : null,
      payout?.documentNumber ? t("papers.number", { number: payout.documentNumber }) : null,
    ];
    const sender: Party = {
      label: t("parties.sender"),
      name: hawala.senderName,
      also: [hawala.senderLocation, hawala.senderPhone],
    };
    const receiver: Party = {
      label: t("parties.receiver"),
      name: hawala.receiverName,
      also: [hawala.receiverLocation, hawala.receiverPhone, ...papers],
    };
    // Nobody handed over what an account was charged with, and this sheet must not say so.
    const label = t(isCharged(record) ? "parties.chargedTo" : "parties.through");
    const account: Party[] =
      senderAccountId === null || transaction === undefined
        ? []
        : [{ label, name: transaction.outAccountName, code: transaction.outAccountCode }];
    const parties = direction === "incoming" ? [receiver, sender] : [sender, ...account, receiver];
    // Of a payout the partner is the account that it was charged to; before, only his code is known.
    if (direction === "incoming") {
      const name = transaction?.outAccountCode === senderCode ? (transaction.outAccountName ?? "") : "";
      parties.push({ label: t("parties.partner"), name, code: senderCode });
      if (hawala.hawalaStatus === "Passed" && transaction !== undefined)
        parties.push({ label: t("parties.paidFrom"), name: transaction.inAccountName, code: transaction.inAccountCode });
    } else if (partnerCode !== null) {
      parties.push({ label: t("parties.payingPartner"), name: partnerName ?? "", code: partnerCode });
    }
    return parties;
  };
}

function useSums(): (record: HawalaRecord) => readonly Sum[] {
  const { t } = useTranslation("vouchers");
  return (record) => {
    const { direction, hawalaStatus, amount, amountCurrency, rAmount, currency } = record.hawala;
    if (direction === "incoming") {
      const label = t(hawalaStatus === "Passed" ? "sums.paid" : "sums.toPay");
      return [{ label, amount: rAmount, currency }];
    }
    return [
      { label: t(isCharged(record) ? "sums.charged" : "sums.received"), amount, currency: amountCurrency ?? currency },
      { label: t("sums.receiverGets"), amount: rAmount, currency },
    ];
  };
}

function useFacts(): (hawala: Hawala) => readonly Fact[] {
  const { t } = useTranslation(["vouchers", "passHawala"]);
  const sumFactsOf = useSumFacts();
  return (hawala) => [
    { label: t("vouchers:facts.status"), values: [t(`passHawala:statuses.${hawala.hawalaStatus}`)] },
    ...sumFactsOf(hawala),
  ];
}
