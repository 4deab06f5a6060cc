/** The colours of the house's currencies, by id. */
const colours: Readonly<Record<number, string>> = { 1: "blue", 2: "green", 3: "orange", 4: "purple" };

/** The colour by which a currency is known on sight; grey for any that the house has added. */
export function currencyColour(id: number): string {
  return colours[id] ?? "grey";
}
