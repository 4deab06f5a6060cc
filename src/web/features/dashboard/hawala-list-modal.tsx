import { Button, CloseButton, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconExternalLink, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { dashboardCards, type Dashboard, type DashboardCard } from "#contract/dashboard.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { useTyped } from "#web/ui/use-typed.ts";

import { CancelDialog } from "./cancel-dialog.tsx";
import { counted } from "./figures.ts";
import { HawalaList } from "./hawala-list.tsx";
import { longestSearch, type DashboardPlace, type TimeFrame } from "./place.ts";
import { cardsFor, figureOf } from "./summary-cards.tsx";
import { useCancel } from "./use-cancel.ts";
import { useHawalaPages } from "./use-hawala-pages.ts";

/** Long enough that a word is one question to the server, short enough to feel at once. */
const pauseMs = 200;

interface HawalaListModalProps {
  readonly place: DashboardPlace;
  readonly figures: Dashboard | undefined;
  readonly isAdmin: boolean;
}

/** The list behind a card, to be searched; an admin may cancel there what still waits. */
export function HawalaListModal({ place, figures, isAdmin }: HawalaListModalProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  const [asked, setAsked] = useState<Hawala>();
  const cancelling = useCancel();
  const shown = dashboardCards.find((card) => card === place.shown && cardsFor(isAdmin).includes(card));
  // The words stay while the window fades away.
  const [last, setLast] = useState<DashboardCard>("total");
  if (shown !== undefined && shown !== last) setLast(shown);
  const close = (): void => {
    setAsked(undefined);
    place.close();
  };
  return (
    <>
      <Modal
        opened={shown !== undefined}
        onClose={close}
        // The question above it is the one that Escape answers.
        closeOnEscape={asked === undefined}
        trapFocus={asked === undefined}
        size="56rem"
        title={t(`dashboard:cards.${last}`)}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {shown === undefined ? null : (
          <Content
            card={shown}
            place={place}
            all={figureOf(shown, figures)}
            cancellingId={cancelling.isPending ? cancelling.variables.id : undefined}
            onCancel={isAdmin ? setAsked : undefined}
          />
        )}
        <Group justify="space-between" mt="sm">
          {isAdmin && shown !== undefined && shown !== "today" ? (
            <ButtonLink
              to={paths.hawalaDetails}
              search={detailsSearch(shown, place.frame)}
              variant="subtle"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t("dashboard:list.details")}
            </ButtonLink>
          ) : (
            <span />
          )}
          <Button variant="default" onClick={close}>
            {t("dashboard:list.close")}
          </Button>
        </Group>
      </Modal>
      <CancelDialog
        hawala={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={(hawala) => {
          setAsked(undefined);
          cancelling.mutate(hawala);
        }}
      />
    </>
  );
}

const statusOf = { total: "", pending: "Pending", passed: "Passed", cancelled: "Cancelled" } as const;

/** The same hawalas on the page that sums them up and saves them as a file. */
function detailsSearch(card: keyof typeof statusOf, frame: TimeFrame) {
  return { ...frame, status: statusOf[card] };
}

interface ContentProps {
  readonly card: DashboardCard;
  readonly place: DashboardPlace;
  /** How many the card counts; undefined while that is unknown. */
  readonly all: number | undefined;
  readonly cancellingId: number | undefined;
  readonly onCancel: ((hawala: Hawala) => void) | undefined;
}

function Content({ card, place, all, cancellingId, onCancel }: ContentProps) {
  const { t } = useTranslation("dashboard");
  const pages = useHawalaPages({ card, frame: place.frame, q: place.q });
  const { found, isAtLeast, list } = pages;
  const isKnown = list.data !== undefined;
  return (
    <Stack gap="xs">
      <SearchBox value={place.q} onChange={place.search} />
      <Text size="sm" c="dimmed" role="status">
        {isKnown
          ? t("list.showing", {
              shown: `${counted(found)}${isAtLeast ? "+" : ""}`,
              total: counted(Math.max(all ?? found, found)),
            })
          : t("list.loading")}
      </Text>
      <HawalaList card={card} pages={pages} isSearch={place.q !== ""} cancellingId={cancellingId} onCancel={onCancel} />
    </Stack>
  );
}

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchBox({ value, onChange }: SearchBoxProps) {
  const { t } = useTranslation("dashboard");
  const { typed, type, send } = useTyped(value, onChange);
  const sendSoon = useDebouncedCallback(send, pauseMs);
  const clear = (): void => {
    sendSoon.cancel();
    type("");
    send("");
  };
  return (
    <TextInput
      role="searchbox"
      aria-label={t("list.search")}
      placeholder={t("list.placeholder")}
      maxLength={longestSearch}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="sm" aria-label={t("list.clearSearch")} onClick={clear} />}
      rightSectionPointerEvents="all"
      value={typed}
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        sendSoon(currentTarget.value.trim());
      }}
    />
  );
}
