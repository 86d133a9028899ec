/** What was measured with. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../scripts/start/paths.mjs";

export function toolVersions(): string {
  const packages = ["wrangler", "workerd"].map((name) => {
    const manifest = readFileSync(path.join(ROOT, "node_modules", name, "package.json"), "utf8");
    return `${name} ${JSON.parse(manifest).version}`;
  });
  return [...packages, `Node ${process.versions.node}`].join(", ");
}
