import { statusOf } from "#contract/errors.ts";
import { defaultPageSize, largestCount, largestPageSize } from "#contract/page.ts";
import { largestId } from "#kernel/id.ts";
import { serverLimits } from "#server/http/limits.ts";

export interface GuideSection {
  readonly title: string;
  /** Paragraphs; what stands between backquotes is code. */
  readonly text: readonly string[];
}

/** What holds for every call, and so stands at none: all that a program needs to know besides the calls themselves. */
export const guide: readonly GuideSection[] = [
  {
    title: "Signing in",
    text: [
      "`POST /api/auth/login` answers the user and sets the session's cookie, which goes with every other request. Where it answers `secondFactorRequired`, the cookie comes with `POST /api/auth/second-factor`. Signing in ends the session whose cookie was sent; changing the password ends every session of the user and sets a new cookie.",
      "A session ends after the idle time and the hours of the business settings: 401, sign in again. While `mustChangePassword` is true, only `/api/auth/me`, `/api/auth/logout` and `/api/auth/change-password` are served; others answer 403 `password_change_required`.",
      "A call that changes something is refused (403 `cross_site`) where `Origin` names another site or `Sec-Fetch-Site` is anything but `same-origin`. A program that is no browser sends neither.",
    ],
  },
  {
    title: "Requests",
    text: [
      `Bodies are JSON in UTF-8 with \`Content-Type: application/json\`, not compressed, of at most ${String(serverLimits.bodyLimit / 1024)} KiB, or what the call says; files are sent as \`multipart/form-data\`. Unknown fields and query parameters are ignored; a query parameter that stands twice is refused. Answers may get further fields: ignore those you do not know.`,
      `Ids of rows are whole numbers from 1 to ${String(largestId)}, those of users UUIDs. Text is trimmed, passwords are not; control characters, halves of characters and direction overrides are refused.`,
    ],
  },
  {
    title: "Money, days and instants",
    text: [
      "Amounts and rates leave as decimal text, amounts with two decimals and rates with eight; `currentbalance` of `GET /api/cash-shop-balance` alone is a number. They are taken as text or as JSON numbers; text keeps every digit. No exponents, no separators.",
      "A day is `YYYY-MM-DD` by the clock of the office, whose time zone and today `GET /api/office` tells. An instant is ISO 8601 in UTC.",
    ],
  },
  {
    title: "Pages",
    text: [
      `A list that takes \`limit\` and \`cursor\` answers at most \`limit\` rows (${String(defaultPageSize)} unless asked otherwise, ${String(largestPageSize)} at most where nothing else is said). Where more follow, \`X-Next-Cursor\` is what to send as \`cursor\`, with the same filters; on the last page it is missing. Reports have it in the body instead, as \`nextCursor\`, null on the last page. \`X-Total-Count\` is exact up to ${String(largestCount)}; where there are more, \`X-Total-Count-Is: at-least\` stands beside it.`,
    ],
  },
  {
    title: "Once and no more",
    text: [
      "Calls that take `Idempotency-Key` are carried out once for each key: 1 to 200 visible ASCII characters, made anew for each act, and sent again with every repetition of it. The same key with the same request answers the same again, for ever; with another request it is refused (409 `idempotency_conflict`). Keys belong to the user. A refused request takes no key: corrected, it may be sent under the same one.",
      "Where no answer came, or 500, or 503 `unavailable`, nobody knows whether the request was carried out: send it again under the same key, or, where the call takes none, look first. After 503 `busy` or `disk_full` nothing was recorded by that request.",
    ],
  },
  {
    title: "Versions",
    text: [
      'Calls that take `If-Match` are carried out on that version alone: the `version` that was read, bare or quoted (`7`, `"7"`). Where somebody was faster it is 409 `stale_version`, and the message says who and when. Without the header they are carried out on whatever version stands.',
    ],
  },
  {
    title: "Refusals",
    text: [
      "What is not carried out answers `{ message, code, requestId, issues? }`: a sentence for a person, a word for a program, and the fields that are wrong. `requestId`, which every answer has as `X-Request-Id`, is what the server's log and the audit log know the request by.",
      `The status of each code: ${statusesText()}. Others may come.`,
      "429 and 503 `busy` and `unavailable` have `Retry-After`: the seconds to wait. The requests of a user are counted by the minute; failed sign-ins, also wrong passwords and codes of who is signed in, by username and by address.",
    ],
  },
];

/** Each status with its codes: "400 invalid, 401 not_signed_in, ...". */
function statusesText(): string {
  const codes = Object.groupBy([...Object.entries(statusOf), ["internal", 500] as const], ([, status]) => status);
  const texts = Object.entries(codes).map(
    ([status, entries = []]) => `${status} ${entries.map(([code]) => `\`${code}\``).join(", ")}`,
  );
  return texts.join("; ");
}

/** The guide as Markdown. */
export function guideMarkdown(): string {
  return guide.map(({ title, text }) => `## ${title}\n\n${text.join("\n\n")}`).join("\n\n");
}
