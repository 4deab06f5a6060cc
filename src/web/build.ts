import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/**
 * Builds the web into `dist/web` when its sources are not the ones the last build was made from: `node src/web/build.ts`,
 * and always with `--always`. `npm start` runs it first; it is quick when there is nothing to do.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist", "web");
const stampFile = join(built, ".stamp");

const brotliQuality = 10;

/** What the build is made of. The lock file stands for the packages. */
const folders = ["src/web", "src/contract", "src/kernel"];
const files = ["vite.config.ts", "postcss.config.js", "package-lock.json"];

const { values } = parseArgs({ options: { always: { type: "boolean", default: false } } });
const stamp = await stampOf();
const isBuilt = !values.always && (await readFile(stampFile, "utf8").catch(() => "")) === stamp;
if (!isBuilt) await buildWeb();

/** One hash over the paths and contents of every source; tests do not count. */
async function stampOf(): Promise<string> {
  const found = await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })));
  const paths = found.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const sources = [...paths.filter((path) => !/\.test\.tsx?$/.test(path)), ...files.map((file) => join(root, file))].sort();
  const hash = createHash("sha256");
  for (const source of sources)
    hash
      .update(source.slice(root.length))
      .update("\0")
      .update(await readFile(source))
      .update("\0");
  return hash.digest("hex");
}

/** Builds beside the folder in use and then exchanges the two, so that a failed build leaves the old one as it was. */
async function buildWeb(): Promise<void> {
  console.log("Building the web (once per version)");
  // Whatever the caller's environment says (a test run says "test"): React's development build is twice the size.
  process.env["NODE_ENV"] = "production";
  const { build } = await import("vite");
  const fresh = `${built}.${String(process.pid)}`;
  try {
    await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn", build: { outDir: fresh } });
    await compress(fresh);
    await writeFile(join(fresh, ".stamp"), stamp);
    await mkdir(join(root, "dist"), { recursive: true });
    await rm(built, { recursive: true, force: true });
    await rename(fresh, built);
  } catch (error) {
    console.error(`The web could not be built: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Lays the compressed form beside each text, which the server sends to nearly everybody: nobody waits for it to be made. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg)$/.test(entry.name));
  await Promise.all(
    texts.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }));
    }),
  );
}
