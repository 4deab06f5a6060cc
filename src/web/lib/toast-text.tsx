import { Button, Group, Text } from "@mantine/core";

/** What a toast offers to do about what it says. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface ToastTextProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly action: ToastAction;
  readonly onDone: () => void;
}

/** What stands in a toast that has an action, the button at its end. It is offered once. */
export function ToastText({ title, text, action, onDone }: ToastTextProps) {
  const run = (): void => {
    onDone();
    action.run();
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm" fw={500} c="var(--mantine-color-text)">
          {title}
        </Text>
        {text}
      </div>
      <Button size="compact-sm" variant="default" flex="none" onClick={run}>
        {action.label}
      </Button>
    </Group>
  );
}
