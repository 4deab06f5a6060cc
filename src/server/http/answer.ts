/** A reply with headers of its own. */
export class Answer<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** One page of a list that grows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows all pages have together. */
  readonly total: number;
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/** The reply of a paged route: the rows are the body, the rest stands in headers. */
export function page<Row>({ rows, total, nextCursor }: Page<Row>): Answer<Row[]> {
  return new Answer([...rows], {
    "x-total-count": String(total),
    ...(nextCursor === undefined ? {} : { "x-next-cursor": nextCursor }),
  });
}
