/** Sanitizes a name of a person or thing: one line that reads as a name wherever it is shown or filed. */
import { oneLine } from "./hidden-text.ts";

const LONGEST = 100;
const STEP_UP = /\.{2,}[/\\]+/g;

/** Without line breaks, invisible characters and `../` steps; at most 100 characters. May be empty. */
export function oneName(text: string): string {
  let name = oneLine(text, LONGEST * 4);
  // Removing one step may join its neighbours into another.
  while (name.search(STEP_UP) >= 0) name = name.replace(STEP_UP, "");
  return name.slice(0, LONGEST).trim();
}
