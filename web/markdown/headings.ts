/** Fits a message's headings below the page's own: no level is skipped, whatever ranks the writer used. */
import type { Token } from "marked";

const PAGE = 1;
const DEEPEST = 6;

/** Call it for each heading of one text, in order; undefined for a token that is none. */
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
