import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getBusinessSettings, updateBusinessSettings, type BusinessSettings } from "#contract/settings.ts";
import { isTimeZone } from "#kernel/business-date.ts";
import { call } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";

import { businessSchema, settingsStored } from "./queries.ts";
import { businessEdit, businessFormOf } from "./rules.ts";

/** The editing of the business settings: only what was changed is sent, and the form stays for the next change. */
export function useBusinessEdit(stored: BusinessSettings) {
  const { t } = useTranslation(["settings", "common"]);
  const client = useQueryClient();
  const dateWrong = useDateCheck();
  return useVersionedEdit({
    stored,
    formOf: businessFormOf,
    schema: businessSchema,
    toSent: businessEdit,
    alsoCheck: ({ usdTotalFrom, timeZone }) => {
      const wrongDate = dateWrong(usdTotalFrom);
      return {
        ...(wrongDate === undefined ? {} : { usdTotalFrom: wrongDate }),
        ...(isTimeZone(timeZone) || timeZone === stored.timeZone ? {} : { timeZone: t("settings:business.unknownTimeZone") }),
      };
    },
    store: (body, { version }) =>
      Object.keys(body).length === 0 ? undefined : call(updateBusinessSettings, { body, ifMatch: version }),
    fetchStored: () => client.fetchQuery({ ...read(getBusinessSettings), staleTime: 0 }),
    onStored: () => {
      settingsStored(client);
      toast.success(t("common:success"), t("settings:business.saved"));
    },
    onUnchanged: () => toast.success(t("settings:business.unchanged")),
    onFailed: (error) => toast.failure(error, t("settings:business.saveFailed")),
  });
}

export type BusinessEdit = ReturnType<typeof useBusinessEdit>;
