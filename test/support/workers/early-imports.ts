/**
 * A plugin for the workers' tests: modules that the product loads later, by `await import("./module.ts")`, are there from
 * the start. Each such import asks the runner outside of the runtime, and one that was begun by an object which a test
 * ended meanwhile never comes back: neither to that object, nor to anybody else who imports the module.
 */
import path from "node:path";
import type { Plugin } from "vitest/config";
import { ROOT } from "../../../scripts/start/paths.mjs";

const OWN = ["src", "durable-objects"].map((folder) => `${path.join(ROOT, folder)}${path.sep}`);
const LATER = /\bimport\(\s*"(\.{1,2}\/[^"]+\.ts)"\s*\)/g;

/** Part of the key by which vitest keeps transformed modules: it knows nothing of plugins. */
const VERSION = "early-imports 1";

export function earlyImports(): Plugin {
  return {
    name: "early-imports",
    enforce: "pre",
    transform: (code, id) =>
      isOwn(id) && code.match(LATER) ? { code: withEarlyImports(code), map: null } : undefined,
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (isOwn(id) ? VERSION : undefined));
    },
  };
}

function isOwn(id: string): boolean {
  return OWN.some((folder) => id.startsWith(folder)) && id.endsWith(".ts");
}

/** Line numbers stay: the imports stand behind the code, as they may in a module. */
function withEarlyImports(code: string): string {
  const files: string[] = [];
  const changed = code.replaceAll(LATER, (_import, file: string) => {
    files.push(file);
    return `Promise.resolve(early${files.length})`;
  });
  return [changed, ...files.map((file, at) => `import * as early${at + 1} from "${file}";`)].join("\n");
}
