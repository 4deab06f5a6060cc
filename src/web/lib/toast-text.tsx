import { Button, Group, Text } from "@mantine/core";

/** What a toast offers to do about what it says. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface ToastTextProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly actions: readonly ToastAction[];
  readonly onDone: () => void;
}

/** What stands in a toast that has actions, their buttons at its end. They are offered once. */
export function ToastText({ title, text, actions, onDone }: ToastTextProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm" fw={500} c="var(--mantine-color-text)">
          {title}
        </Text>
        {text}
      </div>
      <Group gap={6} flex="none">
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            onClick={() => {
              onDone();
              run();
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
