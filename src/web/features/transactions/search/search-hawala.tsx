import { Alert, Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { getHawala } from "#contract/hawalas.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";

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

/** What deleting or recovering a transaction means for the hawala behind it. */
export function HawalaConsequence({ hawalaId, act }: OfHawalaProps & { readonly act: "delete" | "recover" }) {
  const { t } = useTranslation("search");
  const { data } = useQuery({ ...read(getHawala, { params: { id: hawalaId } }), refetchOnMount: "always" });
  if (data === undefined) return null;
  return (
    <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
      {t(`hawala.${act}.${data.direction}`, { number: data.hawalaNo })}
    </Alert>
  );
}
