import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { largestId } from "#kernel/id.ts";
import { useUrlState } from "#web/lib/url.ts";
import { Page } from "#web/shell/page.tsx";

import { EditHawalaPage } from "./entry-edit-page.tsx";
import { IncomingForm } from "./incoming-form.tsx";
import { OutgoingForm } from "./outgoing-form.tsx";

/** What the address says: which way the money goes, or the hawala that is corrected. */
const place = z.object({
  direction: z.enum(["outgoing", "incoming"]).catch("outgoing"),
  edit: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform((digits) => Number.parseInt(digits, 10))
    .pipe(z.int().min(1).max(largestId))
    .optional()
    .catch(undefined),
});

/** Hawala Money Transfer: enters a hawala of either direction, or corrects one that is still open. */
export function HawalaEntryPage() {
  const { t } = useTranslation("hawalaEntry");
  const [{ direction, edit }, set] = useUrlState(place);
  if (edit !== undefined) return <EditHawalaPage key={edit} id={edit} />;
  const isIncoming = direction === "incoming";
  return (
    <Page
      title={t("title")}
      actions={
        <Switch
          label={t("incomingSwitch")}
          checked={isIncoming}
          onChange={({ currentTarget }) => set({ direction: currentTarget.checked ? "incoming" : "outgoing" })}
        />
      }
    >
      {isIncoming ? <IncomingForm /> : <OutgoingForm />}
    </Page>
  );
}
