import { Avatar, Badge, Combobox, Text } from "@mantine/core";
import { IconHistory, IconUserPlus } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { storedImage } from "./account-images.tsx";
import { accountFullName, ownBalance, type LabelOrder } from "./account-label.ts";
import classes from "./account-picker.module.css";

const rowHeight = 56;
/** Of the offer that stays in sight below the rows. */
const offerHeight = 38;
/** Rows kept ready beyond the visible ones. */
const overscan = 4;
/** How near to the end the next page is asked for. */
const nearEnd = 10;

interface AccountOptionsProps {
  readonly id: string;
  readonly rows: readonly AccountRow[];
  readonly recentCount: number;
  /** How many rows there are to be found; −1 where nobody knows. */
  readonly total: number;
  /** What the offer to open a new account says; undefined where there is none. It stands after the last row. */
  readonly offer: string | undefined;
  readonly active: number;
  readonly chosen: number | null;
  readonly order: LabelOrder;
  readonly onNearEnd: (() => unknown) | undefined;
}

/** The id of an option in the page, for aria-activedescendant. */
export function optionId(listId: string, account: AccountRow): string {
  return `${listId}-${String(account.id)}`;
}

/** The value of the offer to open a new account; every other one is an account's id. */
export const offerValue = "new";

/** The id of that offer in the page. */
export function offerId(listId: string): string {
  return `${listId}-${offerValue}`;
}

/** The list below a picker. Only the rows in sight exist; each says its place in the whole. */
export function AccountOptions(props: AccountOptionsProps) {
  const { id, rows, recentCount, total, offer, active, chosen, order, onNearEnd } = props;
  const { t } = useTranslation("ui");
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- Concerns React's compiler, which does not build this product.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingEnd: offer === undefined ? 0 : offerHeight,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const size = total < 0 || offer === undefined ? total : total + 1;
  const wantsMore = onNearEnd !== undefined && rows.length > 0 && last >= rows.length - nearEnd;
  useEffect(() => {
    if (active >= 0 && active < rows.length) virtual.scrollToIndex(active, { align: "auto" });
  }, [virtual, active, rows.length]);
  useEffect(() => {
    if (wantsMore) onNearEnd?.();
  }, [wantsMore, onNearEnd]);
  return (
    <Combobox.Options ref={list} id={id} aria-label={t("accountPicker.list")} className={classes["options"] ?? ""}>
      <div role="presentation" className={classes["canvas"]} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const account = rows[index];
          return account === undefined ? null : (
            <Combobox.Option
              key={account.id}
              id={optionId(id, account)}
              value={String(account.id)}
              selected={index === active}
              active={account.id === chosen}
              aria-selected={account.id === chosen}
              aria-setsize={size}
              aria-posinset={index + 1}
              className={classes["option"] ?? ""}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <AccountOption account={account} order={order} recent={index < recentCount} />
            </Combobox.Option>
          );
        })}
      </div>
      {offer === undefined ? null : (
        <Combobox.Option
          id={offerId(id)}
          value={offerValue}
          selected={active === rows.length}
          aria-selected={false}
          aria-setsize={size}
          aria-posinset={total < 0 ? rows.length + 1 : size}
          className={classes["offer"] ?? ""}
        >
          <IconUserPlus size={16} aria-hidden />
          <Text size="sm" truncate>
            {offer}
          </Text>
        </Combobox.Option>
      )}
    </Combobox.Options>
  );
}

interface AccountOptionProps {
  readonly account: AccountRow;
  readonly order: LabelOrder;
  readonly recent: boolean;
}

/** Drawn anew only when the account is another: a key press must not draw a screenful of amounts. */
const AccountOption = memo(function AccountOption({ account, order, recent }: AccountOptionProps) {
  const { t } = useTranslation("ui");
  const name = accountFullName(account);
  const picture = storedImage("picture", account);
  const father = account.fatherName === null || account.fatherName === "" ? undefined : account.fatherName;
  return (
    <div className={classes["row"]}>
      <Avatar className={classes["face"] ?? ""} src={picture} size={36} radius="sm" alt="" imageProps={{ loading: "lazy" }}>
        {picture === null ? [...account.accountName][0] : null}
      </Avatar>
      <div className={classes["who"]}>
        <Text size="sm" fw={550} truncate className={classes["name"] ?? ""}>
          {order === "code" ? (
            <>
              <bdi className={classes["code"]}>{account.accountCode}</bdi> {name}
            </>
          ) : (
            <>
              {name} <bdi className={classes["code"]}>{account.accountCode}</bdi>
            </>
          )}
        </Text>
        {recent || father !== undefined ? (
          <Text size="xs" truncate className={classes["second"] ?? ""}>
            {recent ? <IconHistory size={12} role="img" aria-label={t("accountPicker.recent")} /> : null}
            {father === undefined ? null : t("accountPicker.father", { name: father })}
          </Text>
        ) : null}
      </div>
      <div className={classes["figures"]}>
        <Text size="sm" component="div" className={classes["balance"] ?? ""}>
          <Money value={ownBalance(account)} currency={account.currency} />
        </Text>
        <Badge size="xs" variant="default" className={classes["type"] ?? ""}>
          {t(`accountTypes.${account.accountType}`)}
        </Badge>
      </div>
    </div>
  );
});
