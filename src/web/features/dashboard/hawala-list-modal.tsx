import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dashboard, DashboardList } from "#contract/dashboard.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { formatCount, formatTotal } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { SearchBox } from "#web/shell/search-box.tsx";

import { CancelDialog } from "./cancel-dialog.tsx";
import { HawalaList } from "./hawala-list.tsx";
import type { DashboardPlace } from "./place.ts";
import { figureOf, listsFor } from "./summary-cards.tsx";
import { useCancel } from "./use-cancel.ts";
import { useHawalaPages } from "./use-hawala-pages.ts";

interface HawalaListModalProps {
  readonly place: DashboardPlace;
  readonly figures: Dashboard | undefined;
  readonly isAdmin: boolean;
}

/** The list behind a figure, to be searched; an admin may cancel there what still waits. */
export function HawalaListModal({ place, figures, isAdmin }: HawalaListModalProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  const [asked, setAsked] = useState<Hawala>();
  const cancelling = useCancel();
  const shown = listsFor(isAdmin, place.frame).find((list) => list === place.shown);
  const name = useListName(shown, place.currency);
  // The words stay while the window fades away.
  const [last, setLast] = useState("");
  if (name !== undefined && name !== last) setLast(name);
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
        size="56rem"
        title={last}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {shown === undefined ? null : (
          <Content
            shown={shown}
            name={last}
            place={place}
            all={figureOf(shown, place.currency, figures)}
            cancellingId={cancelling.isPending ? cancelling.variables.id : undefined}
            onCancel={isAdmin ? setAsked : undefined}
          />
        )}
        <Group justify="space-between" mt="sm">
          {isAdmin && hasDetails(shown) ? (
            <ButtonLink
              to={paths.hawalaDetails}
              search={detailsSearch(shown, place)}
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

/** Whether Hawala Details can show exactly the same hawalas. */
function hasDetails(shown: DashboardList | undefined): shown is keyof typeof statusOf {
  return shown !== undefined && shown in statusOf;
}

/** The same hawalas on the page that sums them up and saves them as a file. */
function detailsSearch(shown: keyof typeof statusOf, { frame, currency }: DashboardPlace) {
  return { ...frame, status: statusOf[shown], currency };
}

/** What a list is called; undefined where none is open. */
function useListName(shown: DashboardList | undefined, currency: string): string | undefined {
  const { t } = useTranslation("dashboard");
  if (shown === undefined) return undefined;
  const list = shown === "standing" ? t("list.standing") : t(`cards.${shown}`);
  return currency === "" ? list : t("list.inCurrency", { list, currency });
}

interface ContentProps {
  readonly shown: DashboardList;
  readonly name: string;
  readonly place: DashboardPlace;
  /** How many the figure counts; undefined where that is unknown. */
  readonly all: number | undefined;
  readonly cancellingId: number | undefined;
  readonly onCancel: ((hawala: Hawala) => void) | undefined;
}

function Content({ shown, name, place, all, cancellingId, onCancel }: ContentProps) {
  const { t } = useTranslation("dashboard");
  const pages = useHawalaPages({ shown, currency: place.currency, frame: place.frame, q: place.q });
  const { total: found, isAtLeast, isGoingOn, list } = pages;
  const isKnown = list.data !== undefined && !isGoingOn;
  return (
    <Stack gap="xs">
      <SearchBox
        value={place.q}
        onChange={place.search}
        aria-label={t("list.search")}
        placeholder={t("list.placeholder")}
        data-autofocus
      />
      <Text size="sm" c="dimmed" role="status">
        {isKnown
          ? t("list.showing", {
              shown: formatTotal({ total: found, isAtLeast }),
              total: formatCount(Math.max(all ?? found, found)),
            })
          : t("list.loading")}
      </Text>
      <HawalaList
        shown={shown}
        name={name}
        pages={pages}
        isSearch={place.q !== ""}
        cancellingId={cancellingId}
        onCancel={onCancel}
      />
    </Stack>
  );
}
