/** A folder of more files than one can look over has more than one idea: about 15 are usual, more than 25 fail. */
import path from "node:path";
import { filesIn } from "./sources.mjs";

const LIMIT = 25;
const CODE = /\.(ts|mjs|svelte)$/;

/** Folders that may hold more, with how many and why. @type {Record<string, {limit: number, why: string}>} */
const EXCEPTIONS = {
  "web/chat": { limit: 32, why: "one small component for each thing that a thread can show" },
};

/** @returns {Promise<string | undefined>} */
export async function checkFolderSizes() {
  const problems = crowded(filesIn(), EXCEPTIONS);
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * @param {string[]} files
 * @param {Record<string, {limit: number}>} exceptions
 * @returns {string[]}
 */
export function crowded(files, exceptions) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files.filter((each) => CODE.test(each))) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const over = [...counts]
    .map(([folder, count]) => ({ folder, count, limit: exceptions[folder]?.limit ?? LIMIT }))
    .filter(({ count, limit }) => count > limit)
    .map(
      ({ folder, count, limit }) => `${folder} has ${count} files, over ${limit}: make folders of its ideas`,
    );
  const idle = Object.keys(exceptions)
    .filter((folder) => (counts.get(folder) ?? 0) <= LIMIT)
    .map((folder) => `${folder} needs no exception any more`);
  return [...over, ...idle];
}
