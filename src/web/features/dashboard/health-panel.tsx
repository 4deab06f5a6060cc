import { Skeleton, UnstyledButton } from "@mantine/core";
import { IconCoins, IconDatabase, IconUsers, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AdminFigures } from "#contract/dashboard.ts";
import { formatCount, sizeText } from "#web/lib/format.ts";

import { AccountsModal } from "./accounts-modal.tsx";
import { BackupTile } from "./backup-tile.tsx";
import { CurrenciesModal } from "./currencies-modal.tsx";
import classes from "./health-panel.module.css";
import { Panel } from "./panel.tsx";
import type { DashboardPlace } from "./place.ts";

interface HealthPanelProps {
  readonly admin: AdminFigures | undefined;
  readonly place: DashboardPlace;
}

/** Whether the system is well: its database, what it holds, and whether that is saved somewhere. For admins. */
export function HealthPanel({ admin, place }: HealthPanelProps) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("health.title")}>
      <ul className={classes["tiles"]}>
        <Tile icon={IconDatabase} title={t("health.database")} isWell={admin?.database.isHealthy}>
          <Figure isSmall>
            {admin === undefined ? undefined : admin.database.isHealthy ? t("health.healthy") : t("health.unhealthy")}
          </Figure>
          <Note>
            {admin === undefined
              ? undefined
              : t("health.databaseFacts", { version: admin.database.version, size: sizeText(admin.database.sizeBytes) })}
          </Note>
        </Tile>
        <Tile icon={IconUsers} title={t("health.accounts")} onOpen={() => place.open("accounts")}>
          <Figure>{admin === undefined ? undefined : formatCount(admin.accounts)}</Figure>
          <Note>{t("health.accountsNote")}</Note>
        </Tile>
        <Tile icon={IconCoins} title={t("health.currencies")} onOpen={() => place.open("currencies")}>
          <Figure>{admin === undefined ? undefined : formatCount(admin.currencies.all)}</Figure>
          <Note>
            {admin === undefined ? undefined : t("health.currenciesNote", { active: formatCount(admin.currencies.active) })}
          </Note>
        </Tile>
        <li>
          <BackupTile admin={admin} />
        </li>
      </ul>
      <AccountsModal opened={place.shown === "accounts"} all={admin?.accounts} onClose={place.close} />
      <CurrenciesModal opened={place.shown === "currencies"} onClose={place.close} />
    </Panel>
  );
}

interface TileProps {
  readonly icon: Icon;
  readonly title: string;
  readonly isWell?: boolean | undefined;
  /** Undefined where there is nothing behind the tile. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

function Tile({ icon: Sign, title, isWell, onOpen, children }: TileProps) {
  const content = (
    <>
      <span className={classes["sign"]} data-well={isWell} aria-hidden>
        <Sign size={20} stroke={1.7} />
      </span>
      <span className={classes["words"]}>
        <span className={classes["title"]}>{title}</span>
        {children}
      </span>
    </>
  );
  return (
    <li>
      {onOpen === undefined ? (
        <div className={classes["tile"]}>{content}</div>
      ) : (
        <UnstyledButton className={classes["tile"] ?? ""} aria-haspopup="dialog" onClick={onOpen}>
          {content}
        </UnstyledButton>
      )}
    </li>
  );
}

/** The figure of a tile; it stands where it will stand while it is on its way. */
function Figure({ children, isSmall = false }: { readonly children: string | undefined; readonly isSmall?: boolean }) {
  return (
    <span className={classes["figure"]} data-small={isSmall || undefined}>
      {children ?? <Skeleton component="span" display="block" height={22} width={64} />}
    </span>
  );
}

function Note({ children }: { readonly children: string | undefined }) {
  return <span className={classes["note"]}>{children}</span>;
}
