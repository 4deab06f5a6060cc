import { Button, Menu, type ButtonProps } from "@mantine/core";
import { IconChevronDown, IconFileSpreadsheet } from "@tabler/icons-react";

import { exportTypes, type ExportFormat } from "#contract/file.ts";

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
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          {...(size === undefined ? {} : { size })}
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          disabled={isMaking}
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
