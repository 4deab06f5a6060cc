import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { searchInstead } from "#web/lib/search-focus.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { amountCurrencyOf, isPayable } from "./pass-rules.ts";
import classes from "./pass.module.css";
import { StatusBadge } from "./status-badge.tsx";

interface PassRowProps {
  readonly hawala: Hawala;
  readonly isSelected: boolean;
  readonly isTicked: boolean;
  readonly onSelect: (id: number) => void;
  readonly onTick: (hawala: Hawala, isTicked: boolean) => void;
}

/** One hawala of the list. The whole row opens it; what waits to be paid can be ticked. */
export function PassRow({ hawala, isSelected, isTicked, onSelect, onTick }: PassRowProps) {
  const { t } = useTranslation("passHawala");
  const { id, hawalaNo, hawalaStatus, receiverName, receiverLocation, senderName, senderCode, partnerCode } = hawala;
  return (
    <div className={classes["row"]} data-selected={isSelected || undefined} data-passed={hawalaStatus === "Passed" || undefined}>
      {isPayable(hawala) ? (
        <Checkbox
          ref={searchInstead}
          size="xs"
          className={classes["tick"] ?? ""}
          data-part="tick"
          aria-label={t("list.tick", { number: hawalaNo })}
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(hawala, currentTarget.checked)}
        />
      ) : null}
      <div className={classes["number"]}>
        <strong dir="ltr">{hawalaNo}</strong> <StatusBadge status={hawalaStatus} />
      </div>
      <div className={classes["payout"]}>
        <Money value={hawala.rAmount} currency={hawala.currency} />
      </div>
      <div className={classes["receiver"]}>
        <bdi>{receiverName}</bdi>
        {receiverLocation === null ? null : (
          <span className={classes["quiet"]}>
            {" · "}
            <bdi>{receiverLocation}</bdi>
          </span>
        )}
        {partnerCode === null ? null : (
          <span className={classes["quiet"]}>
            {" · "}
            {t("fields.partner")} <bdi>{partnerCode}</bdi>
          </span>
        )}
      </div>
      <div className={classes["amounts"]}>
        <Money value={hawala.amount} currency={amountCurrencyOf(hawala)} withoutCode />
        {hawala.intoUSD === null ? null : <Money value={hawala.intoUSD} currency="USD" withoutCode />}
      </div>
      <div className={classes["sender"]}>
        {t("list.sender")} <bdi>{senderName}</bdi>
        {senderCode === null ? null : ` ${t("list.senderCode", { code: senderCode })}`} ·{" "}
        <span dir="ltr" className={classes["date"]}>
          {hawala.transactionDate}
        </span>
      </div>
      <button
        ref={searchInstead}
        type="button"
        className={classes["view"]}
        data-part="view"
        aria-label={t("list.viewOf", { number: hawalaNo })}
        aria-current={isSelected ? "true" : undefined}
        onClick={() => onSelect(id)}
      >
        {t("list.view")}
      </button>
    </div>
  );
}
