import { Button, Menu, type ButtonProps } from "@mantine/core";
import { IconChevronDown, IconFileSpreadsheet } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { exportTypes, type ExportFormat } from "#contract/file.ts";
import type { ServedFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/lib/toast.ts";

import { refusedWhile } from "./entry/refused.ts";

const formats = Object.keys(exportTypes) as ExportFormat[];

interface ExportMenuProps {
  /** What the button says; something else while a file is being made. */
  readonly label: string;
  readonly formatLabel: (format: ExportFormat) => string;
  readonly isMaking: boolean;
  readonly size?: NonNullable<ButtonProps["size"]>;
  readonly onChoose: (format: ExportFormat) => void;
}

/** A button that offers a list as a file of either kind. */
export function ExportMenu({ label, formatLabel, isMaking, size, onChoose }: ExportMenuProps) {
  return (
    // In the page itself, and without the placeholder that takes the first focus: both are strange to assistive technology.
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false} disabled={isMaking}>
      <Menu.Target>
        <Button
          {...(size === undefined ? {} : { size })}
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          {...refusedWhile(isMaking)}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {formatLabel(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export interface FileExportProps extends Pick<ExportMenuProps, "size"> {
  /** What the button says; that it exports unless it says more. */
  readonly label?: string;
  /** What is said when there is no file. */
  readonly failed: string;
  readonly make: (format: ExportFormat) => Promise<ServedFile>;
}

/** Saves all that a filter finds, and not only what has been read of it, as a file that the server makes. */
export function FileExport({ label, failed, make, ...button }: FileExportProps) {
  const { t } = useTranslation("ui");
  const made = useMutation({
    mutationFn: make,
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t("export.done"), t("export.saved", { file: file.name }));
    },
    onError: (error) => toast.failure(error, failed),
  });
  return (
    <ExportMenu
      {...button}
      label={made.isPending ? t("export.exporting") : (label ?? t("export.label"))}
      formatLabel={(format) => t(`export.${format}`)}
      isMaking={made.isPending}
      onChoose={(format) => made.mutate(format)}
    />
  );
}
