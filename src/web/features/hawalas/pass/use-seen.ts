import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { amountCurrencyOf, remarksOf } from "#web/features/hawalas/pass-rules.ts";
import { formatRate, useFormatAmount } from "#web/lib/format.ts";

import type { ShownHawala } from "./pass-acts.ts";

/** What was begun with a hawala, kept also while another one is looked at. */
export interface BegunWith {
  /** The hawala as it was when something was typed for it; undefined where nothing was. */
  readonly of: (id: number) => ShownHawala | undefined;
  readonly note: (hawala: ShownHawala) => void;
}

/** A fact that another desk has changed, in words. */
export interface ChangedFact {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The hawala as the person at the counter has seen it. What another desk corrects under their hand is told, and is not acted on
 * before it is taken over. Where it stands is taken over at once: what can be done about it is then something else.
 */
export function useSeen(hawala: ShownHawala, begun: BegunWith) {
  const factsOf = useFacts();
  const [kept, keep] = useState(() => begun.of(hawala.id) ?? hawala);
  const mayDiffer = hawala.version > kept.version && hawala.hawalaStatus === kept.hawalaStatus;
  const changes = mayDiffer ? changesOf(factsOf(kept), factsOf(hawala)) : [];
  const seen = changes.length === 0 ? hawala : kept;
  if (seen !== kept) keep(seen);
  const note = useEffectEvent(begun.note);
  useEffect(() => note(seen), [seen]);
  return { seen, changes, takeOver: () => keep(hawala) };
}

type Facts = readonly (readonly [name: string, value: string])[];

function changesOf(before: Facts, after: Facts): ChangedFact[] {
  return after.flatMap(([name, value], index) => {
    const old = before[index]?.[1] ?? "";
    return old === value ? [] : [{ name, before: old, after: value }];
  });
}

/** What the panel says of a hawala, in the panel's words and order. */
function useFacts(): (hawala: ShownHawala) => Facts {
  const { t } = useTranslation("passHawala");
  const formatAmount = useFormatAmount();
  const money = (amount: string | null, currency: string): string =>
    amount === null ? "" : `${formatAmount(amount, currency)} ${currency}`;
  const rate = (text: string | null): string => (text === null ? "" : formatRate(text));
  const dollars = (hawala: ShownHawala): Facts => [
    [t("fields.rate"), rate(hawala.rate)],
    [t("fields.intoUSD"), money(hawala.intoUSD, "USD")],
  ];
  const entered = (hawala: ShownHawala): Facts => [
    [t("fields.commission"), money(hawala.commission, hawala.currency)],
    [t("fields.partner"), hawala.partnerCode ?? ""],
  ];
  return (hawala) => [
    [t("fields.rAmount"), money(hawala.rAmount, hawala.currency)],
    [t("fields.receiverName"), hawala.receiverName],
    [t("fields.receiverLocation"), hawala.receiverLocation ?? ""],
    [t("fields.receiverPhone"), hawala.receiverPhone ?? ""],
    [t("fields.hawalaNo"), hawala.hawalaNo],
    [t("fields.senderName"), hawala.senderName],
    [t("fields.senderCode"), hawala.senderCode ?? ""],
    [t("fields.senderLocation"), hawala.senderLocation ?? ""],
    [t("fields.senderPhone"), hawala.senderPhone ?? ""],
    [t("fields.amount"), money(hawala.amount, amountCurrencyOf(hawala))],
    [t("fields.exchangeRate"), rate(hawala.exchangeRate)],
    ...(hawala.direction === "incoming" ? dollars(hawala) : entered(hawala)),
    [t("fields.remarks"), remarksOf(hawala)],
    [t("fields.transactionDate"), hawala.transactionDate],
    [t("fields.paidFromCode"), hawala.paidFromCode ?? ""],
    [t("payout.date"), hawala.passedDate ?? ""],
  ];
}
