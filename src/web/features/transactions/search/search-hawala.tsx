import { Alert, Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { getHawala } from "#contract/hawalas.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";

import type { StoredTransaction } from "./overtaken.tsx";

interface OfHawalaProps {
  readonly hawalaId: number;
}

/** The hawala that a transaction paid out or booked: its number, which opens it. */
export function HawalaLink({ hawalaId }: OfHawalaProps) {
  const { t } = useTranslation("search");
  const { data } = useQuery(read(getHawala, { params: { id: hawalaId } }));
  return (
    <Anchor component={Link} to={paths.hawala(hawalaId, data?.direction)} inherit>
      {data?.hawalaNo ?? t("hawala.unnamed", { id: hawalaId })}
    </Anchor>
  );
}

interface ConsequenceProps {
  readonly transaction: StoredTransaction;
  readonly act: "delete" | "recover";
}

/** What deleting or recovering a transaction means for the hawalas behind it: the one that it pays or books, or those that it settles. */
export function Consequence({ transaction: { hawalaId, settlesHawalas }, act }: ConsequenceProps) {
  const { t } = useTranslation("search");
  const ofHawala = {
    ...read(getHawala, { params: { id: hawalaId } }),
    refetchOnMount: "always",
    enabled: hawalaId !== 0,
  } as const;
  const { data } = useQuery(ofHawala);
  if (data === undefined && !settlesHawalas) return null;
  return (
    <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
      {data === undefined ? t(`settlement.${act}`) : t(`hawala.${act}.${data.direction}`, { number: data.hawalaNo })}
    </Alert>
  );
}
