/** What somebody or something is called: one line that reads as a name wherever it is shown or filed. */
import { oneLine } from "./hidden-text.ts";

const LONGEST = 100;
const STEP_UP = /\.{2,}[/\\]+/g;

/** Without line breaks, characters that nobody sees, and steps out of a folder; of 100 characters at most. May be empty. */
export function oneName(text: string): string {
  let name = oneLine(text, LONGEST * 4);
  // What stands around one that was taken out may make another.
  while (name.search(STEP_UP) >= 0) name = name.replace(STEP_UP, "");
  return name.slice(0, LONGEST).trim();
}
