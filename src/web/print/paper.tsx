import { useLayoutEffect, useRef, type ReactNode } from "react";

import { parseBusinessDate } from "#kernel/business-date.ts";
import { useOffice } from "#web/lib/session.ts";
import { styleNonce } from "#web/shell/style-nonce.ts";
import { useBothCalendars } from "#web/ui/date/solar-words.ts";

import classes from "./paper.module.css";

/** A sheet of a printer, or the roll of a receipt printer, which is cut where the print ends. */
type PaperSize = "a4" | "a5" | "80mm";

interface PaperProps {
  readonly size: PaperSize;
  /** What assistive technology calls the sheet. */
  readonly label: string;
  /** What stands beside the number at the foot of each sheet of several, so that a loose one tells what it is of. */
  readonly foot?: string;
  readonly children: ReactNode;
}

/**
 * What goes on paper, shown as the sheet it will be on. While one is on the page, printing leaves everything else out: by the
 * button of the page and by the browser's own menu alike. Black on white in every scheme.
 */
export function Paper({ size, label, foot = "", children }: PaperProps) {
  const sheet = useRef<HTMLElement>(null);
  usePageRule(sheet, { size, foot });
  return (
    <article ref={sheet} data-paper={size} className={classes["paper"]} aria-label={label}>
      {children}
    </article>
  );
}

type PageFormat = Required<Pick<PaperProps, "size" | "foot">>;

const pixelsPerMm = 96 / 25.4;
/** Room for what a printer rounds away. */
const cutMm = 2;

/** Tells the browser the size of the page for as long as the sheet is there, and lets the keyboard scroll a sheet that is cut off. */
function usePageRule(sheet: { readonly current: HTMLElement | null }, { size, foot }: PageFormat): void {
  useLayoutEffect(() => {
    const { current } = sheet;
    if (current === null) return undefined;
    // Made here and not drawn, so that it is right at once when the fonts have come and the height is another one.
    const rule = document.createElement("style");
    rule.nonce = styleNonce();
    const measure = (): void => {
      rule.textContent = pageRule({ size, foot }, current.getBoundingClientRect().height / pixelsPerMm);
      // The keys scroll what has the focus.
      if (current.scrollWidth > current.clientWidth) current.setAttribute("tabindex", "0");
      else current.removeAttribute("tabindex");
    };
    measure();
    document.head.append(rule);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    // What a print that was just counted adds is drawn and printed at once: the observer hears of it only with the next frame.
    window.addEventListener("beforeprint", measure);
    return () => {
      window.removeEventListener("beforeprint", measure);
      observer.disconnect();
      rule.remove();
    };
  }, [size, foot, sheet]);
}

function pageRule({ size, foot }: PageFormat, heightMm: number): string {
  if (size === "80mm") return `@page { size: 80mm ${String(Math.ceil(heightMm) + cutMm)}mm; margin: 0 }`;
  if (size === "a5") return "@page { size: A5 portrait; margin: 10mm }";
  const beside = foot === "" ? "" : `${cssText(`${foot} · `)} `;
  const pages = `font: 8pt system-ui; color: #444; content: ${beside}counter(page) " / " counter(pages)`;
  return `@page { size: A4 portrait; margin: 12mm 12mm 14mm; @bottom-center { ${pages} } }`;
}

/** A text as a style sheet quotes it. */
function cssText(text: string): string {
  const escaped = text.replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `);
  return `"${escaped}"`;
}

interface PaperHeadProps {
  readonly title: string;
  /** A line under the title: a period, a number. */
  readonly subtitle?: ReactNode;
  /** What stands at the end of the head. */
  readonly end?: ReactNode;
}

/** The head of every printed page: whose it is, and what it is. */
export function PaperHead({ title, subtitle, end }: PaperHeadProps) {
  const { officeName } = useOffice();
  return (
    <header className={classes["head"]}>
      <div>
        <div className={classes["office"]}>
          <bdi>{officeName}</bdi>
        </div>
        <h2 className={classes["title"]}>{title}</h2>
        {subtitle === undefined ? null : <div className={classes["subtitle"]}>{subtitle}</div>}
      </div>
      {end === undefined ? null : <div className={classes["end"]}>{end}</div>}
    </header>
  );
}

/** A business date in both calendars: "2026-03-21 · Saturday · 1 Hamal 1405". */
export function BothCalendars({ date }: { readonly date: string }) {
  const solar = useBothCalendars();
  const day = parseBusinessDate(date);
  return (
    <span className={classes["days"]}>
      <span>
        <span dir="ltr">{date}</span>
        {day === undefined ? null : " ·"}
      </span>{" "}
      {day === undefined ? null : <span>{solar(day)}</span>}
    </span>
  );
}

/** Where two sign, with room above each line. */
export function Signatures({ signers }: { readonly signers: readonly [string, string] }) {
  return (
    <div className={classes["signatures"]}>
      {signers.map((signer) => (
        <div key={signer}>{signer}</div>
      ))}
    </div>
  );
}
