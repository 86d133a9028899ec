/** Refuses files of over 400 lines: they hold more than one idea. */
import { filesIn, textOf } from "./sources.mjs";

const LIMIT = 400;
const CODE = /\.(ts|mjs|js|svelte|css)$/;

/** @returns {Promise<string | undefined>} */
export async function checkFileLengths() {
  const long = filesIn()
    .filter((file) => CODE.test(file))
    .map((file) => ({ file, lines: textOf(file).split("\n").length - 1 }))
    .filter(({ lines }) => lines > LIMIT);
  if (long.length === 0) return undefined;
  return long
    .map(({ file, lines }) => `${file} has ${lines} lines, over ${LIMIT}: split it by idea`)
    .join("\n");
}
