import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./page.module.css";
import { WholeDates } from "./whole-dates.tsx";

export interface PageProps {
  /** The heading of the page and the first words of the browser's tab. */
  readonly title: string;
  /** A short line under the heading. */
  readonly description?: ReactNode;
  /** What stands at the end of the heading's line: the page's few buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: heading, actions, content. */
export function Page({ title, description, actions, children }: PageProps) {
  const { t } = useTranslation("shell");
  return (
    <div className={classes["page"]}>
      <title>{`${title} · ${t("brand")}`}</title>
      <div className={classes["head"]}>
        <div className={classes["heading"]}>
          <Title order={1} tabIndex={-1}>
            {title}
          </Title>
          {description === undefined ? null : (
            <div className={classes["description"]}>
              {typeof description === "string" ? <WholeDates>{description}</WholeDates> : description}
            </div>
          )}
        </div>
        {actions === undefined ? null : <div className={classes["actions"]}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
