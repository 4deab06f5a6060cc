import { Button, Group } from "@mantine/core";

import { LoadError } from "./load-error.tsx";

export interface ReadOnProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
  /** What the button says. */
  readonly label: string;
  /** What is said where the next rows could not be read. */
  readonly failed: string;
}

/** The button at the end of a list that reads on, or why that could not be done; nothing where the list has ended. */
export function ReadOn({ list, label, failed }: ReadOnProps) {
  if (!list.hasNextPage) return null;
  if (list.isFetchNextPageError) return <LoadError title={failed} error={list.error} onRetry={() => void list.fetchNextPage()} />;
  return (
    <Group justify="center" p="xs">
      <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </Group>
  );
}
