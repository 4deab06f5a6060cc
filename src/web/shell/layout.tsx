import { ActionIcon, Drawer, Text, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { listCurrencies } from "#contract/currencies.ts";
import { SignInAgain } from "#web/features/auth/sign-in-again.tsx";
import { speakAs } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { whenSessionChanges } from "#web/lib/session-channel.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { reloadNow } from "#web/lib/unsaved.ts";

import { useBackCloses } from "./back-closes.ts";
import { BrandMark } from "./brand-mark.tsx";
import { ClockNotice } from "./clock-notice.tsx";
import classes from "./layout.module.css";
import { ShortcutsProvider, useShortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { VoucherDesk } from "./voucher-desk.tsx";

/** The frame around every page: sidebar (an overlay on small screens), content, notices. */
export function Layout() {
  const { t } = useTranslation(["shell", "common"]);
  const user = useSession();
  useOffice();
  useEffect(() => whenSessionChanges(user.id, reloadNow), [user.id]);
  useEffect(() => speakAs(user.id), [user.id]);
  return (
    <ModalsProvider labels={{ confirm: t("common:save"), cancel: t("common:cancel") }}>
      <SignInAgain user={user} />
      <CurrenciesInUse />
      <ShortcutsProvider>
        <a className={classes["skip"]} href="#content">
          {t("shell:skip")}
        </a>
        <div className={classes["frame"]}>
          <aside className={classes["aside"]}>
            <Sidebar key={user.id} user={user} />
          </aside>
          <SmallScreenBar />
          <main id="content" tabIndex={-1} className={classes["main"]}>
            <ClockNotice />
            <Outlet />
          </main>
        </div>
        <VoucherDesk />
      </ShortcutsProvider>
    </ModalsProvider>
  );
}

/**
 * Keeps the currencies read whatever page is open: every amount is written with the symbol that the office has given its
 * currency, and one that is changed meanwhile is read again because it is in use here. Nothing waits for it.
 */
function CurrenciesInUse() {
  useQuery(read(listCurrencies));
  return null;
}

function SmallScreenBar() {
  const { t } = useTranslation("shell");
  const user = useSession();
  const { openPalette } = useShortcuts();
  const [opened, menu] = useDisclosure(false);
  const opener = useRef<HTMLButtonElement>(null);
  useBackCloses(opened, menu.close);
  const leave = (): void => {
    // Before anything opens in its place: that gives the focus back to what had it, and the buttons of the menu are gone by then.
    opener.current?.focus({ preventScroll: true });
    menu.close();
  };
  return (
    <nav className={classes["bar"]} aria-label={t("menu")}>
      <ActionIcon
        ref={opener}
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={t("openMenu")}
        aria-expanded={opened}
        onClick={menu.open}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <BrandMark size={28} />
      <Text fw={700}>{t("brand")}</Text>
      <ActionIcon variant="subtle" color="gray" size="xl" ms="auto" aria-label={t("palette.button")} onClick={openPalette}>
        <IconSearch size={22} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={menu.close}
        size={288}
        title={<VisuallyHidden>{t("navigation")}</VisuallyHidden>}
        closeButtonProps={{ "aria-label": t("closeMenu") }}
        classNames={{
          header: classes["drawerHeader"] ?? "",
          body: classes["drawerBody"] ?? "",
          content: classes["drawerContent"] ?? "",
        }}
      >
        <Sidebar key={user.id} user={user} onChoose={leave} />
      </Drawer>
    </nav>
  );
}
