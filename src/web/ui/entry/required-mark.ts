/** Marks and announces a field as required. The rule itself is the contract's, so the browser's own check stays out of it. */
export const requiredMark = { withAsterisk: true, "aria-required": true } as const;
