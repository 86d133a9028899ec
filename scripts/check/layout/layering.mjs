/** Checks the rooms over the sources of this checkout, and the two files that are made from the table. */
import { filesIn, textOf } from "../sources.mjs";
import { coreProject } from "./core-project.mjs";
import { judge } from "./judge.mjs";
import { withRooms } from "./page.mjs";
import { GROUPS, ROOMS } from "./rooms.mjs";

export const PAGE = "docs/design/layout.md";
const FOLDERS = ["src", "durable-objects", "web", "r2"];
const SOURCE = /\.(ts|mjs|svelte)$/;

/** @returns {Promise<string | undefined>} */
export async function checkLayering() {
  const problems = [...judge(sources(), ROOMS), ...stalePage(), ...staleCore()];
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
  return withRooms(page, GROUPS) === page ? [] : [`${PAGE} is older than the table of rooms: npm run layout`];
}

function staleCore() {
  const { include, exclude } = JSON.parse(textOf("tsconfig.core.json"));
  const wanted = coreProject(ROOMS);
  if (JSON.stringify({ include, exclude }) === JSON.stringify(wanted)) return [];
  return [`tsconfig.core.json must compile the rooms of the core: ${JSON.stringify(wanted)}`];
}
