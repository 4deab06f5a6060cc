/** A script that lets a page find a person who pays for the line by what it carries: nothing is fetched that nobody has asked for. */
export const savingData = `Object.defineProperty(navigator, "connection", { value: { saveData: true } });`;
