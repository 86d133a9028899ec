/** A line diff of two texts. */

export interface DiffLine {
  op: "same" | "added" | "removed";
  text: string;
}

/** Longer texts are shown as wholly replaced: the comparison takes the product of their lengths. */
const MOST_LINES = 2_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const young = linesOf(after);
  const start = commonPrefix(old, young);
  const end = commonSuffix(old.slice(start), young.slice(start));
  const changed = [old.slice(start, old.length - end), young.slice(start, young.length - end)] as const;
  return [
    ...linesAs("same", old.slice(0, start)),
    ...middle(...changed),
    ...linesAs("same", old.slice(old.length - end)),
  ];
}

function middle(old: readonly string[], young: readonly string[]): DiffLine[] {
  if (old.length === 0 || young.length === 0 || Math.max(old.length, young.length) > MOST_LINES)
    return [...linesAs("removed", old), ...linesAs("added", young)];
  return walked(old, young, lengths(old, young));
}

/** LCS table: `[i][j]` is the length of the longest common subsequence of the two rests from there on. */
function lengths(old: readonly string[], young: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(young.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]];
    if (!row || !below) continue;
    for (let j = young.length - 1; j >= 0; j--) {
      row[j] = old[i] === young[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function walked(old: readonly string[], young: readonly string[], table: readonly Uint16Array[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < young.length) {
    const [gone = "", came = ""] = [old[i], young[j]];
    if (gone === came) {
      lines.push({ op: "same", text: gone });
      [i, j] = [i + 1, j + 1];
    } else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) {
      lines.push({ op: "removed", text: gone });
      i += 1;
    } else {
      lines.push({ op: "added", text: came });
      j += 1;
    }
  }
  return [...lines, ...linesAs("removed", old.slice(i)), ...linesAs("added", young.slice(j))];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function linesAs(op: DiffLine["op"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ op, text }));
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  const at = a.slice(0, most).findIndex((line, index) => line !== b[index]);
  return at === -1 ? most : at;
}

function commonSuffix(a: readonly string[], b: readonly string[]): number {
  return commonPrefix([...a].reverse(), [...b].reverse());
}
