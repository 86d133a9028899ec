/**
 * Bundles the Lua interpreter and its driver into the script that the sandbox runs.
 * Run `node scripts/build-lua.mjs` after a change of either; a test compares the result.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = new URL("../src/sandbox/lua/", import.meta.url);

export async function luaBundle() {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("runtime.mjs", HERE))],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    platform: "browser",
    legalComments: "none",
    // Without `process` fengari leaves out files, processes and the environment.
    define: { "process.env.FENGARICONF": "undefined", process: "undefined" },
    logLevel: "error",
  });
  return result.outputFiles[0]?.text ?? "";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("lua.txt", HERE), await luaBundle());
}
