import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { VoucherPrint } from "#contract/vouchers.ts";
import { isUnanswered, messageOf } from "#web/lib/api-error.ts";
import { toast } from "#web/lib/toast.ts";
import { useRouteId, useUrlState } from "#web/lib/url.ts";
import { paths } from "#web/paths.ts";
import { PrintBar } from "#web/print/print-bar.tsx";
import { printPaper } from "#web/print/print-paper.ts";
import type { VoucherOf } from "#web/print/print-voucher.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";

import { useVoucherContent } from "./content.ts";
import { countPrint, isGone, isOutdated, voucherOf, type VoucherRecord } from "./record.ts";
import { isVoucherSize, useVoucherSize, voucherSizes, type VoucherSize } from "./size.ts";
import { Voucher } from "./voucher.tsx";

/** The voucher of a transaction, as it will be on paper. */
export function TransactionVoucherPage() {
  return <PreviewPage kind="transaction" />;
}

/** The voucher of a hawala, as it will be on paper. */
export function HawalaVoucherPage() {
  return <PreviewPage kind="hawala" />;
}

const shownSize = z.object({ size: z.enum(["", ...voucherSizes]).catch("") });

function PreviewPage({ kind }: Pick<VoucherOf, "kind">) {
  const { t } = useTranslation("vouchers");
  const id = useRouteId();
  const [remembered, remember] = useVoucherSize();
  const [{ size: asked }, setAsked] = useUrlState(shownSize);
  const size = asked === "" ? remembered : asked;
  const choose = (chosen: string): void => {
    if (!isVoucherSize(chosen)) return;
    remember(chosen);
    setAsked({ size: chosen });
  };
  return (
    <Page title={t("preview.title")}>
      {id === undefined ? (
        <Text role="alert">{t(`preview.notFound.${kind}`)}</Text>
      ) : (
        <Preview key={id} voucher={{ kind, id }} size={size} onSize={choose} />
      )}
    </Page>
  );
}

interface PreviewProps {
  readonly voucher: VoucherOf;
  readonly size: VoucherSize;
  readonly onSize: (size: string) => void;
}

function Preview({ voucher, size, onSize }: PreviewProps) {
  const { t } = useTranslation("vouchers");
  const { data: read, error, isFetching, refetch } = useQuery(voucherOf(voucher));
  const isUnknown = isGone(error);
  // What has gone since it was read is neither shown nor printed.
  const data = isUnknown ? undefined : read;
  const { isPrinting, print, printed } = usePrinting(voucher, data);
  return (
    <>
      <PrintBar onPrint={data === undefined ? undefined : print} isPrinting={isPrinting} home={homeOf(voucher, data)}>
        <SegmentedControl
          size="sm"
          aria-label={t("preview.size")}
          value={size}
          onChange={onSize}
          data={voucherSizes.map((one) => ({ value: one, label: t(`sizes.${one}`) }))}
        />
      </PrintBar>
      {data === undefined ? null : (
        <>
          <Text size="sm" c="dimmed" role="status" ta="center">
            {data.state.nextCopy === 0 ? t("preview.original") : t("preview.copy", { number: data.state.nextCopy })}
          </Text>
          <Sheet record={printed?.record ?? data} size={size} print={printed?.print} />
        </>
      )}
      {isUnknown ? <Text role="alert">{t(`preview.notFound.${voucher.kind}`)}</Text> : null}
      {error !== null && !isUnknown && data === undefined && !isFetching ? (
        <LoadError title={t("preview.failed")} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && (error === null || isFetching) ? (
        <Skeleton height={420} maw={320} mx="auto" role="status" aria-label={t("preview.loading")} />
      ) : null}
    </>
  );
}

interface SheetProps {
  readonly record: VoucherRecord;
  readonly size: VoucherSize;
  readonly print: VoucherPrint | undefined;
}

function Sheet({ record, size, print }: SheetProps) {
  return <Voucher content={useVoucherContent(record, print)} size={size} />;
}

function homeOf({ kind, id }: VoucherOf, record: VoucherRecord | undefined): string {
  return kind === "hawala" ? paths.hawala(id, record?.hawala?.direction) : paths.transaction(id);
}

const printAct = "voucher print";

/** A print that was counted, and what it was counted for: the record may be another one before it is on paper. */
interface Printed {
  readonly record: VoucherRecord;
  readonly print: VoucherPrint;
}

/** Counts a print first, so that the sheet can say what it is, and prints it then. */
function usePrinting(voucher: VoucherOf, record: VoucherRecord | undefined) {
  const { t } = useTranslation("vouchers");
  const client = useQueryClient();
  const [isCounting, setCounting] = useState(false);
  const [printed, setPrinted] = useState<Printed>();
  const { queryKey } = voucherOf(voucher);
  useEffect(() => {
    if (printed === undefined) return;
    void printPaper().then(() => {
      // Looked at and not printed any more: another print by the browser's menu would be a second original.
      setPrinted(undefined);
      return client.invalidateQueries({ queryKey: [queryKey[0], queryKey[1]] });
    });
    // The sheet is printed once for each print that was counted.
    // oxlint-disable-next-line react/exhaustive-deps -- the key is made anew with every drawing
  }, [printed]);
  const print = async (): Promise<void> => {
    if (record === undefined) return;
    setCounting(true);
    try {
      setPrinted({ record, print: await countPrint(voucher, record) });
      toast.overcome(printAct);
    } catch (error) {
      toast.error(t("failed"), messageOf(error, ""), printAct);
      // What got no answer may have been counted: the next one is a copy then.
      if (isOutdated(error) || isGone(error) || isUnanswered(error)) await client.invalidateQueries({ queryKey });
    } finally {
      setCounting(false);
    }
  };
  return { isPrinting: isCounting || printed !== undefined, print: () => void print(), printed };
}
