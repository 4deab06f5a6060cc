import { Button } from "@mantine/core";
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { commandShortcut } from "#web/lib/command-key.ts";

import classes from "./print-bar.module.css";
import { canPrint, usePrintKey } from "./print-paper.ts";

interface PrintBarProps {
  /** Undefined while there is nothing to print yet. */
  readonly onPrint: (() => void) | undefined;
  readonly isPrinting?: boolean;
  /** Where Back leads when this page was the first one. */
  readonly home: string;
  /** What can be chosen of the print. */
  readonly children?: ReactNode;
}

/** What stands above a sheet on the screen: back, what can be chosen, and Print, which has the focus. */
export function PrintBar({ onPrint, isPrinting = false, home, children }: PrintBarProps) {
  const { t } = useTranslation("print");
  const router = useRouter();
  const button = useRef<HTMLButtonElement>(null);
  const isReady = onPrint !== undefined;
  useEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  const print = (): void => {
    if (!isPrinting && canPrint()) onPrint?.();
  };
  usePrintKey(print);
  const back = (): void => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: home });
  };
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={t("bar")}>
      <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back}>
        {t("back")}
      </Button>
      <span className={classes["spring"]} />
      {children}
      <Button
        ref={button}
        leftSection={<IconPrinter size={16} aria-hidden />}
        aria-disabled={isPrinting || !isReady}
        aria-keyshortcuts={commandShortcut("P")}
        onClick={print}
      >
        {isPrinting ? t("printing") : t("print")}
      </Button>
    </div>
  );
}
