import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** KaTeX names each font in three formats; every browser that runs this page reads woff2. */
const woff2Only: Plugin = {
  name: "woff2-only",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex") || !id.includes(".css")) return undefined;
    return code.replaceAll(/,\s*url\([^)]+\.(?:woff|ttf)\)\s*format\("?(?:woff|truetype)"?\)/g, "");
  },
};

export default defineConfig({
  root: "web",
  plugins: [woff2Only, svelte()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // The page's policy lets fonts and pictures come from files only, and runs no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
  },
});
