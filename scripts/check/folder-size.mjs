/** Refuses folders of more than 25 files: they hold more than one idea. About 15 are usual. */
import path from "node:path";
import { filesIn } from "./sources.mjs";

const LIMIT = 25;
const CODE = /\.(ts|mjs|svelte)$/;

/** @returns {Promise<string | undefined>} */
export async function checkFolderSizes() {
  const problems = findCrowdedFolders(filesIn());
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * @param {string[]} files
 * @returns {string[]}
 */
export function findCrowdedFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files.filter((each) => CODE.test(each))) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > LIMIT)
    .map(([folder, count]) => `${folder} has ${count} files, over ${LIMIT}: make folders of its ideas`);
}
