import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { idInUrl, useUrlState } from "#web/lib/url.ts";
import { Page } from "#web/shell/page.tsx";

import { EditHawalaPage } from "./entry-edit-page.tsx";
import { IncomingForm } from "./incoming-form.tsx";
import { OutgoingForm } from "./outgoing-form.tsx";

/** What the address says: which way the money goes, or the hawala that is corrected. */
const place = z.object({
  direction: z.enum(["outgoing", "incoming"]).catch("outgoing"),
  edit: idInUrl,
});

/** Hawala Money Transfer: enters a hawala of either direction, or corrects one that is still open. */
export function HawalaEntryPage() {
  const { t } = useTranslation("hawalaEntry");
  const [{ direction, edit }, set] = useUrlState(place);
  if (edit !== "") return <EditHawalaPage key={edit} id={Number.parseInt(edit, 10)} />;
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
