const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * A time zone in which it is about noon, and in which the first hour of today or of a day so many days later comes twice. It is what
 * PostgreSQL takes in place of a name; Node does not know it.
 */
export function zoneOfTwoMidnights(daysLater: number): { readonly timeZone: string; readonly firstMidnight: Date } {
  const now = new Date();
  const ahead = 12 - now.getUTCHours();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysLater));
  const turns = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0)) / dayMs;
  return {
    // The hours are those that its clocks are behind.
    timeZone: `WIN${String(-ahead)}SUM${String(-ahead - 1)},${String((turns + 180) % 365)}/0,${String(turns)}/1`,
    firstMidnight: new Date(day.getTime() - (ahead + 1) * hourMs),
  };
}
