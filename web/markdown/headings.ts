/** Headings of a message as an outline below the page's own: none is skipped, whatever ranks its writer used. */
import type { Token } from "marked";

const PAGE = 1;
const DEEPEST = 6;

/** From heading to heading of one text, in order; undefined: it is none. */
export function outline(): (token: Token | undefined) => number | undefined {
  const above: number[] = [];
  return (token) => {
    if (token?.type !== "heading") return undefined;
    const rank = Number(token.depth);
    while (above.length > 0 && (above.at(-1) ?? 0) >= rank) above.pop();
    above.push(rank);
    return Math.min(DEEPEST, PAGE + above.length);
  };
}
