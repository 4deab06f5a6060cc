import { Button, type ButtonProps } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface ClearFiltersProps extends Pick<ButtonProps, "size"> {
  readonly onClear: () => void;
}

/** Takes back whatever narrows a list. */
export function ClearFilters({ onClear, size = "compact-sm" }: ClearFiltersProps) {
  const { t } = useTranslation("common");
  return (
    <Button variant="subtle" color="gray" size={size} leftSection={<IconFilterOff size={14} aria-hidden />} onClick={onClear}>
      {t("clearFilters")}
    </Button>
  );
}
