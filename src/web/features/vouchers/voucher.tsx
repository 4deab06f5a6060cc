import { QRCodeSVG } from "qrcode.react";
import { useTranslation } from "react-i18next";

import { amountFrom } from "#kernel/amount.ts";
import { useFormatAmount } from "#web/lib/format.ts";
import { BothCalendars, Paper, PaperHead, Signatures } from "#web/print/paper.tsx";
import { amountWords } from "#web/ui/amount/amount-words.ts";

import type { VoucherContent } from "./content.ts";
import type { Fact, Party, Sum } from "./record-content.ts";
import type { VoucherSize } from "./size.ts";
import classes from "./voucher.module.css";

interface VoucherProps {
  readonly content: VoucherContent;
  readonly size: VoucherSize;
}

/** The sheet that a customer is given: the same words on both sizes, signed on the larger one. */
export function Voucher({ content, size }: VoucherProps) {
  const { t } = useTranslation("vouchers");
  const { title, number, parties, sums, facts, narratives, link } = content;
  const qr = <QRCodeSVG value={link} level="M" marginSize={2} title={link} role="img" className={classes["qr"]} />;
  return (
    <Paper size={size} label={t("label", { title, number })}>
      <PaperHead
        title={title}
        subtitle={
          // As its words run: the number in it keeps its own order.
          <bdi className={classes["number"]}>{t("number", { number })}</bdi>
        }
        end={size === "a5" ? qr : undefined}
      />
      <Marks content={content} />
      <dl className={classes["facts"]}>
        <dt>{t("facts.date")}</dt>
        <dd>
          <BothCalendars date={content.date} />
        </dd>
        {parties.map((party) => (
          <PartyFact key={party.label} party={party} />
        ))}
      </dl>
      <div className={classes["sums"]}>
        {sums.map((sum, index) => (
          <SumLine key={sum.label} sum={sum} isFirst={index === 0} />
        ))}
      </div>
      <dl className={classes["facts"]}>
        {facts.map((fact) => (
          <FactLine key={fact.label} fact={fact} />
        ))}
        {narratives.length === 0 ? null : (
          <>
            <dt>{t("facts.narrative")}</dt>
            <dd>
              {narratives.map((text) => (
                <div key={text} className={classes["narrative"]}>
                  <bdi>{text}</bdi>
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>{t("facts.recorded")}</dt>
        <dd>{content.recorded}</dd>
        {content.changed === undefined ? null : (
          <>
            <dt>{t("facts.changed")}</dt>
            <dd>{content.changed}</dd>
          </>
        )}
      </dl>
      {size === "a5" ? (
        <Signatures signers={[content.signer, t("signatures.office")]} />
      ) : (
        <div className={classes["scan"]}>{qr}</div>
      )}
      <footer className={classes["foot"]}>
        {content.printed === undefined ? null : <div>{content.printed}</div>}
        <div>{t("scan")}</div>
      </footer>
    </Paper>
  );
}

/** What keeps this sheet from being taken for the original, or for one that still holds. */
function Marks({ content: { mark, corrected, void: isVoid } }: Pick<VoucherProps, "content">) {
  if (mark === undefined && corrected === undefined && isVoid === undefined) return null;
  return (
    <div className={classes["marks"]}>
      {isVoid === undefined ? null : <strong className={classes["void"]}>{isVoid}</strong>}
      {mark === undefined ? null : <strong className={classes["mark"]}>{mark}</strong>}
      {corrected === undefined ? null : <span>{corrected}</span>}
    </div>
  );
}

function PartyFact({ party: { label, name, code, also = [] } }: { readonly party: Party }) {
  const more = also.filter((text) => text !== null && text !== "");
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {code === undefined || code === null ? null : <bdi dir="ltr">{code}</bdi>}
        {code === undefined || code === null || name === "" ? null : " - "}
        <bdi className={classes["name"]}>{name}</bdi>
        {more.map((text) => (
          <div key={text} className={classes["also"]}>
            <bdi>{text}</bdi>
          </div>
        ))}
      </dd>
    </>
  );
}

function SumLine({ sum: { label, amount, currency }, isFirst }: { readonly sum: Sum; readonly isFirst: boolean }) {
  const { t } = useTranslation("vouchers");
  const formatAmount = useFormatAmount();
  return (
    <div className={classes["sum"]} data-first={isFirst || undefined}>
      <div className={classes["sumLabel"]}>{label}</div>
      <div className={classes["amount"]}>
        <bdi dir="ltr">
          {formatAmount(amount, currency)} {currency}
        </bdi>
      </div>
      <div className={classes["words"]}>{t("words", { words: amountWords(amountFrom(amount)), currency })}</div>
    </div>
  );
}

function FactLine({ fact: { label, values, isFigure } }: { readonly fact: Fact }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {values.map((value) => (
          <div key={value}>
            <bdi dir={isFigure === true ? "ltr" : "auto"}>{value}</bdi>
          </div>
        ))}
      </dd>
    </>
  );
}
