/** The largest sheet of a partner that is taken, in bytes: ten mebibytes. */
export const largestSheet = 10 * 1024 * 1024;

/** Rows of a sheet at most. */
export const mostSheetRows = 20_000;
