import { Button, Card, Skeleton, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { User } from "#contract/users.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { AddDialog } from "./add-dialog.tsx";
import { DeactivateDialog, DeleteDialog, ResetDialog } from "./confirm-dialogs.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { useFreshUsers } from "./queries.ts";
import { SessionsDialog } from "./sessions-dialog.tsx";
import { useStatusChange } from "./use-status-change.ts";
import { UserCard, type Asked } from "./user-card.tsx";
import classes from "./users.module.css";

/** User Management: everybody who may sign in, what they may do, and where they are signed in. */
export function UserListPage() {
  const { t } = useTranslation("users");
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const list = useFreshUsers();
  const close = (): void => setAsked(undefined);
  // As the list has them now: from the version that was pressed, nothing more can be changed once somebody else has changed them.
  const stored = list.data?.find(({ id }) => id === asked?.user.id);
  const userOf = (what: Asked["what"]): User | undefined => (asked?.what === what ? (stored ?? asked.user) : undefined);
  const isGone = asked !== undefined && list.data !== undefined && stored === undefined;
  return (
    <Page
      title={t("title")}
      description={list.data === undefined ? undefined : t("count", { count: list.data.length })}
      actions={
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t("add")}
        </Button>
      }
    >
      {list.isError ? <LoadError title={t("failed")} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Placeholders /> : null}
      {list.data === undefined ? null : <UserCards users={list.data} onAsk={setAsked} />}
      <AddDialog opened={isAdding} onClose={() => setAdding(false)} />
      <EditDialog id={userOf("edit")?.id} onClose={close} />
      <SessionsDialog user={userOf("sessions")} onClose={close} />
      <DeactivateDialog user={userOf("deactivate")} isGone={isGone} onClose={close} />
      <DeleteDialog
        user={userOf("delete")}
        isGone={isGone}
        onClose={close}
        onDeactivate={(user) => setAsked({ what: "deactivate", user })}
      />
      <ResetDialog user={userOf("reset")} isGone={isGone} onClose={close} />
    </Page>
  );
}

interface UserCardsProps {
  readonly users: readonly User[];
  readonly onAsk: (asked: Asked) => void;
}

function UserCards({ users, onAsk }: UserCardsProps) {
  const { t } = useTranslation("users");
  const activating = useStatusChange();
  if (users.length === 0) {
    return (
      <Card withBorder padding={0}>
        <div className={surfaces["empty"]} role="status">
          <Text fw={600}>{t("empty")}</Text>
          <Text size="sm" c="dimmed">
            {t("emptyNext")}
          </Text>
        </div>
      </Card>
    );
  }
  return (
    <ul className={classes["grid"]} aria-label={t("heading")}>
      {users.map((user) => (
        <UserCard
          key={user.id}
          user={user}
          onAsk={onAsk}
          onActivate={() => activating.mutate({ user, isActive: true })}
          isActivating={activating.isPending && activating.variables.user.id === user.id}
        />
      ))}
    </ul>
  );
}

function Placeholders() {
  const { t } = useTranslation("users");
  return (
    <div className={classes["grid"]} role="status" aria-label={t("loading")}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={200} />
      ))}
    </div>
  );
}
