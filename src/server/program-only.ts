import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the program stands. */
export const programRoot = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

const parts = ["package.json", "src", "node_modules"];

/**
 * The arguments of a process of Node that reads the program and nothing else. Where a part is a link, Node asks for the place
 * it leads to as well.
 */
export function programOnly(root = programRoot): readonly string[] {
  const places = parts.map((part) => join(root, part)).flatMap((place) => [place, realpathSync(place)]);
  return ["--permission", ...new Set(places.map((place) => `--allow-fs-read=${place}`))];
}
