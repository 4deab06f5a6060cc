import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { WholeDates } from "#web/shell/whole-dates.tsx";

interface DayNoticeProps {
  readonly title: string;
  readonly text: string;
}

/** Why a day could not be closed or reopened, or need not be any more. */
export function DayNotice({ title, text }: DayNoticeProps) {
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <WholeDates>{text}</WholeDates>
    </Alert>
  );
}
