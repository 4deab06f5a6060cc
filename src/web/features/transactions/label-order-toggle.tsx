import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { LabelOrder } from "#web/ui/account/account-label.ts";

interface LabelOrderToggleProps {
  readonly value: LabelOrder;
  readonly onChange: (order: LabelOrder) => void;
}

/** Code or Name: which of the two stands first wherever the page shows an account. */
export function LabelOrderToggle({ value, onChange }: LabelOrderToggleProps) {
  const { t } = useTranslation("ui");
  return (
    <SegmentedControl<LabelOrder>
      aria-label={t("accountPicker.order")}
      size="xs"
      value={value}
      onChange={onChange}
      data={[
        { value: "code", label: t("accountPicker.code") },
        { value: "name", label: t("accountPicker.name") },
      ]}
    />
  );
}
