/** Checks the storeys against the sources of this checkout, and the two files that are generated from them. */
import { filesIn, textOf } from "../sources.mjs";
import { coreProject } from "./core-project.mjs";
import { judge } from "./judge.mjs";
import { PACKAGES } from "./packages.mjs";
import { withStoreys } from "./page.mjs";
import { STOREYS } from "./storeys.mjs";

export const PAGE = "docs/design/layout.md";
const FOLDERS = ["src", "durable-objects", "web", "r2"];
const SOURCE = /\.(ts|mjs|svelte)$/;

/** @returns {Promise<string | undefined>} */
export async function checkLayering() {
  const house = { storeys: STOREYS, packages: PACKAGES };
  const problems = [...judge(sources(), house), ...stalePage(), ...staleCore()];
  return problems.length === 0 ? undefined : problems.join("\n");
}

/** @returns {Map<string, string>} */
export function sources() {
  return new Map(
    filesIn(FOLDERS)
      .filter((file) => SOURCE.test(file))
      .map((file) => [file, textOf(file)]),
  );
}

function stalePage() {
  const page = textOf(PAGE);
  return withStoreys(page, STOREYS) === page ? [] : [`${PAGE} is older than the storeys: npm run layout`];
}

function staleCore() {
  const { include, exclude } = JSON.parse(textOf("tsconfig.core.json"));
  const wanted = coreProject(STOREYS);
  if (JSON.stringify({ include, exclude }) === JSON.stringify(wanted)) return [];
  return [`tsconfig.core.json must compile the core: ${JSON.stringify(wanted)}`];
}
