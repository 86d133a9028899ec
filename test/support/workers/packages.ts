/**
 * The packages that the Worker is made of, in a few files instead of a thousand: the workers' tests bring each module into workerd by
 * itself, and these are the same in every run. A package that is not in the list is brought in as it lies.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT } from "../../../scripts/start/paths.mjs";

/** As they are imported. All that import zod are among them: it is to be there once. */
const PACKAGES = [
  "@anthropic-ai/sdk",
  "@anthropic-ai/sdk/client",
  "@modelcontextprotocol/sdk/client/auth.js",
  "@modelcontextprotocol/sdk/client/index.js",
  "@modelcontextprotocol/sdk/client/streamableHttp.js",
  "@modelcontextprotocol/sdk/shared/auth.js",
  "@modelcontextprotocol/server",
  "@noble/hashes/scrypt.js",
  "drizzle-orm",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "hono",
  "hono/body-limit",
  "hono/cookie",
  "hono/factory",
  "hono/secure-headers",
  "htmlparser2",
  "openai",
  "smol-toml",
  "sucrase",
  "zod",
];

const FOLDER = path.join(
  CACHE,
  "test-packages",
  digestOf("package-lock.json", "test/support/workers/packages.ts"),
);
const fileOf = (name: string) => name.replaceAll(/[^\w.-]/g, "_");

/** For `resolve.alias`: only the exact names. */
export const packageAliases = PACKAGES.map((name) => ({
  find: new RegExp(`^${name.replaceAll(/[/.]/g, "\\$&")}$`),
  replacement: path.join(FOLDER, `${fileOf(name)}.mjs`),
}));

/** Builds them unless they are there. Several processes may do so at the same time: the first to end has made them. */
export async function ensurePackages(): Promise<void> {
  if (existsSync(FOLDER)) return;
  mkdirSync(path.dirname(FOLDER), { recursive: true });
  const outDir = mkdtempSync(`${FOLDER}-`);
  await bundle(outDir);
  try {
    renameSync(outDir, FOLDER);
  } catch (error) {
    rmSync(outDir, { recursive: true });
    if (!existsSync(FOLDER)) throw error;
  }
}

/** As the Worker's runtime would resolve them. */
async function bundle(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    ssr: {
      target: "webworker",
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "module", "browser", "import", "default"] },
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: "esnext",
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(PACKAGES.map((name) => [fileOf(name), name])),
        external: [/^node:/, /^cloudflare:/],
        output: {
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name]-[hash].mjs",
          // Without its comments it is half as long, and every name stays.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}

function digestOf(...files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex").slice(0, 12);
}
