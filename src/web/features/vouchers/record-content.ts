/** Somebody who takes part: what as, and who it is. */
export interface Party {
  readonly label: string;
  readonly name: string;
  /** Of an account, or of a partner. */
  readonly code?: string | null | undefined;
  /** A place, a telephone, papers: what there is. */
  readonly also?: readonly (string | null)[];
}

/** A sum of money; the first one is the one that changes hands. */
export interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly currency: string;
}

export interface Fact {
  readonly label: string;
  /** One line or several. */
  readonly values: readonly string[];
  /** A figure, a number: it reads from left to right in every script. */
  readonly isFigure?: true;
}

/** What a record puts on its voucher. */
export interface RecordContent {
  readonly title: string;
  readonly number: string;
  readonly date: string;
  readonly parties: readonly Party[];
  readonly sums: readonly Sum[];
  readonly facts: readonly Fact[];
  readonly narratives: readonly string[];
  readonly recordedAt: string;
  readonly user: string;
  /** The last correction, where there was one. */
  readonly changed: { readonly at: string; readonly user: string } | undefined;
  /** Who signs, beside the office. */
  readonly signer: string;
  /** Deleted, cancelled: the sheet proves nothing any more. */
  readonly void: string | undefined;
  /** Where the record opens, without the origin. */
  readonly path: string;
}
