import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: { start: string } };

/** What `npm start` calls Node with: the limits of its memory, and the program by its whole path. */
export const serverArguments: readonly string[] = scripts.start
  .split(" ")
  .slice(1)
  .map((argument) => (argument.startsWith("-") ? argument : fileURLToPath(new URL(argument, root))));
