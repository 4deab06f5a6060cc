import { Kbd, Modal, SimpleGrid, Title } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import { commandKey } from "#web/lib/command-key.ts";
import { useSession } from "#web/lib/session.ts";

import classes from "./key-sheet.module.css";
import { entriesFor } from "./navigation.ts";

/** The keys of the product, by where they work. The keys of a line are pressed one after the other; those with a plus together. */
const sheet = {
  everywhere: { palette: ["Ctrl+K"], sheet: ["?"], leaveField: ["Esc"] },
  entry: {
    next: ["Enter"],
    save: ["Ctrl+Enter"],
    print: ["Ctrl+Shift+Enter"],
    repeat: ["Ctrl+Shift+L"],
    reverse: ["Alt+R"],
    newLine: ["Shift+Enter"],
  },
  picker: { walk: ["↑", "↓"], choose: ["Enter"], takeBack: ["Esc"] },
  list: { search: ["/"], walk: ["↑", "↓"], open: ["Enter"] },
  date: { today: ["T"], byDay: ["+", "−"], count: ["+", "5"] },
  amount: { calculate: ["=120*83.5"], thousands: ["1.5k"], millions: ["2m"], persian: ["۱۲۳٫۵"] },
} as const;

interface KeySheetProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** `?`: what the keyboard can do. */
export function KeySheet({ opened, onClose }: KeySheetProps) {
  const { t } = useTranslation(["shell", "common"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t("shell:keys.title")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        <Part heading={t("shell:keys.everywhere.title")} lines={useLines("everywhere")} />
        <Part heading={t("shell:keys.go.title")} lines={useGoLines()} />
        <Part heading={t("shell:keys.entry.title")} lines={useLines("entry")} />
        <Part heading={t("shell:keys.picker.title")} lines={useLines("picker")} />
        <Part heading={t("shell:keys.list.title")} lines={useLines("list")} />
        <Part heading={t("shell:keys.date.title")} lines={useLines("date")} />
        <Part heading={t("shell:keys.amount.title")} lines={useLines("amount")} />
      </SimpleGrid>
    </Modal>
  );
}

interface Line {
  readonly keys: readonly string[];
  readonly text: string;
}

function useLines(part: keyof typeof sheet): Line[] {
  const { t } = useTranslation("shell");
  return Object.entries<readonly string[]>(sheet[part]).map(([name, keys]) => ({
    keys,
    // Each line of the table has its words in the catalogue; a test reads every one of them.
    text: t(`keys.${part}.${name}` as "keys.everywhere.palette"),
  }));
}

/** Only to pages that the person may use. */
function useGoLines(): Line[] {
  const { t } = useTranslation("shell");
  const { role } = useSession();
  return entriesFor(role).flatMap(({ name, go }) => (go === undefined ? [] : [{ keys: ["G", go], text: t(`pages.${name}`) }]));
}

function Part({ heading, lines }: { readonly heading: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {heading}
      </Title>
      <dl className={classes["lines"]}>
        {lines.map(({ keys, text }) => (
          <Fragment key={text}>
            <dt>
              {keys.map((key) => (
                <Keys key={key} pressed={key} />
              ))}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function Keys({ pressed }: { readonly pressed: string }) {
  const together = pressed.length > 1 && !pressed.startsWith("=") ? pressed.split("+") : [pressed];
  return (
    <span className={classes["together"]} dir="ltr">
      {together.map((key, index) => (
        <Fragment key={key}>
          {index === 0 ? null : "+"}
          <Kbd>{key === "Ctrl" ? commandKey : key}</Kbd>
        </Fragment>
      ))}
    </span>
  );
}
