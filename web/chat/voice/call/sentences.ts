/** Cuts an answer into pieces that can be spoken while the rest is still being written. */

/** A shorter sentence is spoken together with the next one. */
const SHORTEST = 16;
/** A longer text without an end is cut at a clause, or else at a space. */
const LONGEST = 280;
/** The first piece may end at a clause: it is heard sooner. */
const FIRST_CLAUSE = 28;

const SENTENCE_END = /[.!?…。！？]+["'”’»)\]*_]*(?=\s)|[。！？]|\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)]\s))/g;
const CLAUSE_END = /[,;:—–]+["'”’»)\]*_]*(?=\s)/g;
/** Begin of a block that is spoken as a whole. */
const BLOCK = /(?:^|\n)[ \t]*(?:```|~~~|\|)/;
/** Full stops that end no sentence: abbreviations, initials, ordinals and the numbers of lists. */
const NO_END = /(?:^|[\s("])(?:e\.g|i\.e|p\. ?ex|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|vs|ca|bzw|usw|Mme|\p{L}|\d+)\.$/u;

/**
 * End of the piece that begins at `from`; null: more of the text is needed. `isOver`: nothing follows the text. `isFirst`: nothing of
 * the answer has been spoken.
 */
export function pieceEnd(
  text: string,
  from: number,
  { isOver, isFirst }: { isOver: boolean; isFirst: boolean },
) {
  const rest = text.slice(from);
  const code = codeLength(rest, isOver);
  const block = code === undefined ? tableLength(rest, isOver) : code;
  const length = block === undefined ? wordsLength(rest, { isOver, isFirst }) : block;
  return length === null ? null : from + length;
}

/** Start of the sentence in which the place lies. */
export function sentenceStart(text: string, place: number): number {
  let start = 0;
  for (const end of endsIn(text.slice(0, place), SENTENCE_END)) start = end;
  return start;
}

/** Undefined: the text does not begin with a block of code. Null: the block has no end yet. */
function codeLength(rest: string, isOver: boolean): number | null | undefined {
  const opening = /^\s*(```|~~~)/.exec(rest);
  if (!opening?.[1]) return undefined;
  const end = rest.indexOf(`\n${opening[1]}`, opening[0].length);
  if (end < 0) return isOver ? rest.length : null;
  const line = rest.indexOf("\n", end + 1);
  return line < 0 ? (isOver ? rest.length : null) : line + 1;
}

/** Undefined: the text does not begin with a table. Null: another row may follow. */
function tableLength(rest: string, isOver: boolean): number | null | undefined {
  const table = /^\s*(?:\|[^\n]*(?:\n|$)[ \t]*)+/.exec(rest)?.[0];
  if (table === undefined) return undefined;
  return table.length < rest.length || isOver ? table.length : null;
}

function wordsLength(
  whole: string,
  { isOver, isFirst }: { isOver: boolean; isFirst: boolean },
): number | null {
  const block = BLOCK.exec(whole)?.index;
  const rest = block === undefined ? whole : whole.slice(0, block + 1);
  const isWhole = isOver || block !== undefined;
  const sentence = firstFrom(endsIn(rest, SENTENCE_END), SHORTEST);
  if (isFirst) {
    const clause = firstFrom(endsIn(rest, CLAUSE_END), FIRST_CLAUSE);
    if (clause !== undefined && (sentence === undefined || clause < sentence - SHORTEST)) return clause;
  }
  if (sentence !== undefined && sentence <= LONGEST) return sentence;
  if (rest.length > LONGEST) return longCut(rest);
  if (sentence !== undefined) return sentence;
  return isWhole && rest.length > 0 ? rest.length : null;
}

function longCut(rest: string): number {
  const within = rest.slice(0, LONGEST);
  const clause = endsIn(within, CLAUSE_END).findLast((end) => end > LONGEST / 2);
  const space = within.lastIndexOf(" ");
  return clause ?? (space > 0 ? space : LONGEST);
}

function endsIn(text: string, ends: RegExp): number[] {
  return [...text.matchAll(ends)].flatMap((match) => {
    const end = match.index + match[0].length;
    return NO_END.test(text.slice(0, end)) ? [] : [end];
  });
}

function firstFrom(ends: readonly number[], least: number): number | undefined {
  return ends.find((end) => end >= least);
}
