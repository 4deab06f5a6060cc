import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The web: `src/web` becomes `dist/web`, which the server sends out. */
export default defineConfig({
  root: "src/web",
  plugins: [react()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The content security policy allows fonts from the server only, so nothing becomes a data URL.
    assetsInlineLimit: 0,
    target: "es2023",
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { "/api": "http://localhost:3000", "/readyz": "http://localhost:3000" } },
});
