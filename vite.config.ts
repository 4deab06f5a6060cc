import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Charts are most of what they are drawn with, and belong to the few pages that have one. */
const charts = /[\\/]node_modules[\\/](recharts|victory-vendor|d3-|@reduxjs|immer|@mantine[\\/]charts)/;

/**
 * Names the script that runs before the first paint by its content, as everything else is named: a browser keeps it, where it would
 * ask at each load of a page whether it is still the same, and show nothing until it knows.
 */
function keptColorScheme(): Plugin {
  const source = readFileSync(new URL("src/web/color-scheme.js", import.meta.url));
  const fileName = `assets/color-scheme-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.js`;
  return {
    name: "kept-color-scheme",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: (page) => page.replace("/color-scheme.js", `/${fileName}`),
  };
}

/** The web: `src/web` becomes `dist/web`, which the server sends out. */
export default defineConfig({
  root: "src/web",
  plugins: [react(), keptColorScheme()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The content security policy allows fonts from the server only, so nothing becomes a data URL.
    assetsInlineLimit: 0,
    target: "es2023",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few files: a page made of sixty small ones waits for each of them. The start is what signing in needs, and nothing more.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: "shared", minShareCount: 3, test: (id) => !charts.test(id), priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": "http://localhost:3000", "/healthz": "http://localhost:3000", "/readyz": "http://localhost:3000" },
  },
});
