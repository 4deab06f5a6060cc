import { sql, type RawBuilder } from "kysely";

import { hawalaKey } from "#kernel/hawala-number.ts";

/**
 * The ids of the hawalas with a number, as a table of its own: one of our own, and at most one of each partner who sent any. The
 * index of the incoming numbers begins with the sender's code: it is gone through from code to code.
 */
export function hawalasNumbered(number: string): RawBuilder<unknown> {
  const key = hawalaKey(number);
  return sql`(
    with recursive sender (code) as (
      select min(sender_code) from hawalas where direction = 'incoming'
      union all select (select min(h.sender_code) from hawalas h where h.direction = 'incoming' and h.sender_code > s.code)
        from sender s where s.code is not null)
    select id from hawalas where direction = 'outgoing' and normal_no = ${key}
    union all select h.id from sender s cross join lateral (
      select id from hawalas where direction = 'incoming' and sender_code = s.code and normal_no = ${key} offset 0) h)`;
}
