import { Button, Card, Collapse, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconHistory, IconPencil, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { updateHawala } from "#contract/hawalas.ts";
import { mayCall } from "#contract/permissions.ts";
import { isOpen, isPayable, isTyped, type PayForm as Typed } from "#web/features/hawalas/pass-rules.ts";
import { StatusBadge } from "#web/features/hawalas/status-badge.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { useStill } from "#web/ui/entry/use-still.ts";

import { ActButtons } from "./act-buttons.tsx";
import { Barrier } from "./barrier.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { HawalaHistory } from "./hawala-history.tsx";
import { HawalaFacts } from "./panel-facts.tsx";
import classes from "./panel.module.css";
import { hawalaOf, lostPass, usePass, type ShownHawala, type useAct } from "./pass-acts.ts";
import { PayForm } from "./pay-form.tsx";
import { PayoutSummary } from "./payout-summary.tsx";
import { useSeen, type BegunWith } from "./use-seen.ts";

export interface PanelProps {
  readonly id: number | undefined;
  readonly typed: Typed;
  readonly begun: BegunWith;
  readonly onType: (change: Partial<Typed>) => void;
  /** One was passed, perhaps after another was opened: what was typed for it has been sent, and is wanted no more. */
  readonly onPassed: (id: number) => void;
  readonly acting: ReturnType<typeof useAct>;
  readonly onCancel: (hawala: ShownHawala) => void;
  /** Back to the list. */
  readonly onClose: () => void;
  /** How often a hawala was opened, or paid, by hand: each time the focus goes to the heading, once it is there. */
  readonly arrivals: number;
}

/** The panel of one hawala: what it is, and what can be done about it. */
export function Panel({ id, ...props }: PanelProps) {
  const { t } = useTranslation("passHawala");
  return (
    <Card withBorder component="section" aria-label={t("details.label")} className={classes["panel"] ?? ""} padding="md">
      {id === undefined ? (
        <Text c="dimmed" ta="center" py="xl">
          {t("details.none")}
        </Text>
      ) : (
        <Details key={id} id={id} {...props} />
      )}
    </Card>
  );
}

function Details({ id, onPassed, ...props }: PanelProps & { readonly id: number }) {
  const { t } = useTranslation("passHawala");
  const shown = useQuery({ ...hawalaOf(id), refetchOnWindowFocus: "always" });
  const passing = usePass(onPassed);
  // That it is passed may be heard before the answer: it would be told as the payout of another desk, and the form would be gone.
  const hawala = useStill(shown.data, passing.isAsked);
  const isUnknown = shown.error instanceof ApiError && shown.error.status === 404;
  // Read before, it is not there any more: nothing of it is offered.
  if (hawala !== undefined && !isUnknown)
    return (
      <Stack gap="md">
        <MayBeOld readings={[shown]} />
        <Loaded hawala={hawala} passing={passing} {...props} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <Back onClose={props.onClose} />
      {isUnknown ? (
        <Text role="alert">
          {shown.data === undefined ? t("details.notFound", { id }) : t("details.gone", { number: shown.data.hawalaNo })}
        </Text>
      ) : shown.isError && !shown.isFetching ? (
        <LoadError title={t("details.failed")} error={shown.error} onRetry={() => void shown.refetch()} />
      ) : (
        <Stack gap="xs" role="status" aria-label={t("details.loading")}>
          <Skeleton height={26} width="60%" />
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} />
        </Stack>
      )}
    </Stack>
  );
}

interface LoadedProps extends Omit<PanelProps, "id" | "onPassed"> {
  readonly hawala: ShownHawala;
  readonly passing: ReturnType<typeof usePass>;
}

function Loaded({ hawala, typed, begun, onType, acting, onCancel, passing, ...props }: LoadedProps) {
  const { seen, changes, takeOver } = useSeen(hawala, begun);
  const heading = useRef<HTMLHeadingElement>(null);
  const { notice, isHeld } = useHold(changes.length > 0);
  useOvercome(hawala);
  const isBusy = acting.isPending && acting.variables.hawala.id === hawala.id;
  const buttons = (
    <ActButtons
      hawala={seen}
      running={isBusy ? acting.variables.act : undefined}
      isBusy={isBusy || passing.isPending}
      onAct={(act) => {
        if (isHeld()) return;
        if (act === "cancel") onCancel(seen);
        else acting.mutate({ act, hawala: seen });
      }}
    />
  );
  return (
    <Stack gap="md">
      <Head hawala={seen} heading={heading} {...props} />
      {changes.length === 0 ? null : (
        <ChangedMeanwhile
          ref={notice}
          seen={seen}
          changes={changes}
          onTakeOver={() => {
            takeOver();
            heading.current?.focus();
          }}
        />
      )}
      <Barrier hawala={seen} isTyped={!isPayable(seen) && isTyped(typed)} />
      {seen.hawalaStatus === "Passed" ? <PayoutSummary hawala={seen} /> : null}
      <HawalaFacts hawala={seen} />
      <History id={seen.id} />
      {isPayable(seen) ? (
        <PayForm hawala={seen} isHeld={isHeld} typed={typed} onType={onType} passing={passing} isBusy={isBusy}>
          {buttons}
        </PayForm>
      ) : (
        <div className={classes["foot"]}>{buttons}</div>
      )}
    </Stack>
  );
}

const heldAct = "change meanwhile";

/** Holds back what would act on what another desk has changed unseen: it leads to the notice instead. */
function useHold(isChanged: boolean) {
  const { t } = useTranslation("passHawala");
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isChanged) toast.overcome(heldAct);
  }, [isChanged]);
  const isHeld = (): boolean => {
    if (!isChanged) return false;
    toast.error(t("meanwhile.held"), t("meanwhile.heldText"), heldAct);
    // Not its button, which a key that is still down would press.
    notice.current?.focus();
    return true;
  };
  return { notice, isHeld };
}

/** Takes away what was said of a payout without an answer: the panel says now how it stands. */
function useOvercome({ id, hawalaStatus }: ShownHawala): void {
  useEffect(() => {
    if (hawalaStatus === "Passed") toast.overcome(lostPass(id));
  }, [id, hawalaStatus]);
}

interface HeadProps extends Pick<LoadedProps, "hawala" | "onClose" | "arrivals"> {
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

function Head({ hawala, heading, onClose, arrivals }: HeadProps) {
  const { t } = useTranslation("passHawala");
  useEffect(() => {
    if (arrivals > 0) heading.current?.focus();
  }, [arrivals, heading]);
  const { role } = useSession();
  const mayEdit = isOpen(hawala) && mayCall(role, updateHawala.access);
  return (
    <Stack gap={4}>
      <Back onClose={onClose} />
      <div className={classes["head"]}>
        <Title order={2} size="h4" ref={heading} tabIndex={-1} dir="auto">
          {t("details.heading", { number: hawala.hawalaNo })}
        </Title>
        <StatusBadge status={hawala.hawalaStatus} />
        <span className={classes["spring"]} />
        <ButtonLink
          to={paths.hawalaVoucher(hawala.id)}
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
        >
          {t("details.print")}
        </ButtonLink>
        {mayEdit ? (
          <ButtonLink
            to={paths.hawalaEntry}
            search={{ edit: String(hawala.id) }}
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
          >
            {t("details.edit")}
          </ButtonLink>
        ) : null}
      </div>
      <div className={classes["due"]}>
        <Money value={hawala.rAmount} currency={hawala.currency} />
        <span className={classes["dueFor"]} dir="auto">
          {hawala.receiverName}
        </span>
      </div>
    </Stack>
  );
}

function Back({ onClose }: Pick<PanelProps, "onClose">) {
  const { t } = useTranslation("passHawala");
  return (
    <div className={classes["back"]}>
      <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
        {t("details.back")}
      </Button>
    </div>
  );
}

function History({ id }: { readonly id: number }) {
  const { t } = useTranslation("passHawala");
  const [opened, setOpened] = useState(false);
  const content = useId();
  return (
    <div>
      <Group justify="flex-start">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHistory size={16} aria-hidden />}
          aria-expanded={opened}
          {...(opened ? { "aria-controls": content } : {})}
          onClick={() => setOpened(!opened)}
        >
          {t("details.history")}
        </Button>
      </Group>
      <Collapse expanded={opened} id={content}>
        <div style={{ paddingBlockStart: "var(--mantine-spacing-sm)" }}>{opened ? <HawalaHistory id={id} /> : null}</div>
      </Collapse>
    </div>
  );
}
