import { Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useSession } from "#web/lib/session.ts";
import { sectionsFor } from "#web/shell/navigation.ts";

import classes from "./dashboard.module.css";

/** The pages of the sidebar once more, each with what it is for. */
export function QuickActions() {
  const { t } = useTranslation(["dashboard", "shell"]);
  const { role } = useSession();
  const id = useId();
  const entries = sectionsFor(role).flatMap((section) => section.entries);
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t("dashboard:actions.title")}
      </Title>
      <ul className={classes["actions"]}>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link to={entry.to} className={classes["action"]}>
              <entry.icon className={classes["actionIcon"]} size={22} stroke={1.7} aria-hidden />
              <span>
                <Text span fw={600} size="sm" display="block">
                  {t(`shell:pages.${entry.name}`)}
                </Text>
                <Text span size="xs" c="dimmed" display="block">
                  {t(`dashboard:actions.${entry.name}`)}
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
