import { Card, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

import classes from "./view-page.module.css";

interface FactCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled part of the View Account page. */
export function FactCard({ title, children }: FactCardProps) {
  const id = useId();
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Title order={3} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </Card>
  );
}

/** What a fact is called, and what it is; what is not known is a dash. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts, one below the other. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value]) => (
        <FactLine key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function FactLine({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value === null || value === "" ? "—" : typeof value === "string" ? <span dir="auto">{value}</span> : value}</dd>
    </>
  );
}
