import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, defineConfig, type Plugin } from "vite";

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

/** The app is imported once its language is known; what it is made of is asked for with the page. */
const preloadApp: Plugin = {
  name: "preload-app",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const app = Object.values(bundle).find((chunk) => chunk.type === "chunk" && chunk.name === "app");
      const scripts = app?.type === "chunk" ? [app.fileName, ...app.imports] : [];
      const sheets = scripts.flatMap((file) => {
        const chunk = bundle[file];
        return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
      });
      const preloaded = scripts.map((file) => ({ rel: "modulepreload", href: `/${file}`, crossorigin: "" }));
      const styled = sheets.map((file) => ({
        rel: "preload",
        href: `/${file}`,
        as: "style",
        crossorigin: "",
      }));
      return [...preloaded, ...styled].map((attrs) => ({ tag: "link", attrs, injectTo: "head" as const }));
    },
  },
};

/** The language, what is read early and what loads a script come before the app. What the app begins with is one file, which packs better than forty; so is what pages are made of. */
const FILES = [
  {
    name: "language",
    test: /\/web\/words\/\w+\.ts$|\/web\/api\/early\.ts$|\/web\/session\/browser\/(?:known|storage)\.ts$|preload-helper|rolldown.runtime/,
    priority: 2,
  },
  { name: "first", tags: ["$initial"], test: isOfApp, priority: 1 },
  { name: "kit", test: /\/web\/ui\/(?:kit\/|overlays\/(?:attempt|confirm-action))/ },
];

/** The page's own styles stay with the page. */
function isOfApp(id: string): boolean {
  return !/\/web\/(main|app)\.ts$|\/web\/style\/|fontsource|\.html/.test(id);
}

const OUTPUT = {
  outDir: "dist",
  target: "es2022",
  // The page's policy lets fonts and pictures come from files only, and runs no inline script.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  chunkSizeWarningLimit: 600,
};

/** The page of shared links is built apart, so that strangers load nothing of the app, and the app nothing of it. */
const sharedPage: Plugin = {
  name: "shared-page",
  apply: "build",
  async closeBundle() {
    await build({
      configFile: false,
      root: "web",
      logLevel: "warn",
      plugins: [woff2Only, svelte()],
      publicDir: false,
      build: {
        ...OUTPUT,
        emptyOutDir: false,
        manifest: ".vite/shared.json",
        rolldownOptions: { input: "web/shared.html" },
      },
    });
  },
};

export default defineConfig({
  root: "web",
  plugins: [woff2Only, preloadFonts, preloadApp, svelte(), sharedPage],
  build: {
    ...OUTPUT,
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: { index: "web/index.html", app: "web/app.ts" },
      output: { codeSplitting: { groups: FILES } },
    },
  },
});
