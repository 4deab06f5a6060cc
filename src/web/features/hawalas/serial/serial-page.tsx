import { SimpleGrid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Page } from "#web/shell/page.tsx";

import { SerialCounters } from "./serial-counters.tsx";
import { RecentHawalas } from "./serial-recent.tsx";
import { SenderCodes } from "./serial-senders.tsx";
import { SeriesCard } from "./serial-series.tsx";

/** Hawala Serial Number Management: the numbers our office issues, and the codes that partners send under. */
export function HawalaSerialPage() {
  const { t } = useTranslation("hawalaSerial");
  return (
    <Page title={t("title")} description={t("description")}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <SeriesCard />
          <SerialCounters />
        </SimpleGrid>
        <RecentHawalas />
        <SenderCodes />
      </Stack>
    </Page>
  );
}
