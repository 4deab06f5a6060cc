/** What the server says of the seals of an audit log. */
export const chain = {
  seals: 3,
  sealedAt: "2026-03-21T06:00:00.000Z",
  sealedUpTo: "2026-03-21T05:59:00.000Z",
  waiting: 12,
  most: 2_000,
  head: `3:${"ab".repeat(32)}`,
};

/** A verification that found nothing wrong. */
export const verified = { balanced: true, startedAt: chain.sealedAt, finishedAt: chain.sealedAt, faults: [] };
