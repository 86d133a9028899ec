/** Tells by its first words whether a model reads a text, or answers it. */

/** Letters that are compared. */
const COMPARED = 24;
/** Differences in a letter that a reader makes: "I'm" for "I am". */
const MOST_DIFFERENT = 0.35;

/**
 * Undefined: too little has been said to tell. Figures are said in words, so a beginning with figures is taken as read. `isOver`: no more will be
 * said.
 */
export function isRead(text: string, said: string, isOver: boolean): boolean | undefined {
  const wanted = lettersOf(text);
  if (/\p{N}/u.test(text.slice(0, 3 * COMPARED))) return true;
  const heard = lettersOf(said);
  const length = Math.min(COMPARED, wanted.length);
  if (heard.length < length && !isOver) return undefined;
  return distance(wanted.slice(0, length), heard.slice(0, length)) <= length * MOST_DIFFERENT;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, "");
}

/** Letters to be changed, added or left out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
