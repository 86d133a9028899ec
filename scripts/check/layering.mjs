/**
 * Proves that lint rejects a forbidden import, so that the rule can't go silently green: a known violation is put into
 * a copy of the layout, outside the sources, and must be refused for that reason; a lawful file there must pass.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, ROOT, toolNode } from "../start/paths.mjs";
import { run } from "./run.mjs";

const RULE = "lint/style/noRestrictedImports";
const LAWFUL = 'import type { Id } from "../domain/ids.ts";\n\nexport type Lawful = Id<"cnv">;\n';

/** @returns {Promise<string | undefined>} */
export async function checkLayering() {
  const folder = path.join(CACHE, "layering");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "src/agent"), { recursive: true });
  cpSync(path.join(ROOT, "biome.json"), path.join(folder, "biome.json"));
  cpSync(
    path.join(ROOT, "test/fixtures/layering/violation.ts.txt"),
    path.join(folder, "src/agent/violation.ts"),
  );
  writeFileSync(path.join(folder, "src/agent/lawful.ts"), LAWFUL);
  try {
    return (await expectRefusal(folder)) ?? (await expectPass(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function expectRefusal(folder) {
  const problem = await lint(folder, "src/agent/violation.ts");
  if (problem?.includes(RULE)) return undefined;
  return `an import of storage in src/agent must be refused by ${RULE}; instead: ${problem ?? "it passed"}`;
}

/** @param {string} folder */
async function expectPass(folder) {
  const problem = await lint(folder, "src/agent/lawful.ts");
  return problem === undefined ? undefined : `a lawful import in src/agent was refused: ${problem}`;
}

/**
 * @param {string} folder
 * @param {string} file
 */
function lint(folder, file) {
  const biome = path.join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  return run(toolNode(), [biome, "lint", "--vcs-enabled=false", file], { cwd: folder });
}
