/** `PROVE_PART=0.1`: how much of the full scale is wanted, on a machine that is busy. */
export const part = partFrom(process.env["PROVE_PART"]);

function partFrom(text: string | undefined): number {
  if (text === undefined || text === "") return 1;
  if (!/^(1|0?\.\d{1,4})$/.test(text)) throw new Error("PROVE_PART must be a number up to 1, such as 0.1.");
  return Number(text);
}

/** The full scale has its own end; this is only for a test that never comes to one. */
export const longestMs = 3 * 3_600_000;
