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

/** The two faces of the first screen are asked for with the page, not after its style sheet has come. */
const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const files = Object.keys(bundle ?? {}).filter((file) => /-latin-wght-normal-[^/]+\.woff2$/.test(file));
      return files.map((file) => ({
        tag: "link",
        attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
        injectTo: "head" as const,
      }));
    },
  },
};

export default defineConfig({
  root: "web",
  plugins: [woff2Only, preloadFonts, svelte()],
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
