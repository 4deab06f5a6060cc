import type { TransactionType } from "#kernel/transaction-type.ts";
import { i18n } from "#web/i18n/setup.ts";

/** What a type of transaction is called in the language of the screens. On the wire and in the address it has its English name. */
export function typeName(type: TransactionType): string {
  return i18n.t(`search:kinds.${type}`);
}
