/** A diff that is short enough to be told: changed lines with a little around them. */
import { type DiffLine, lineDiff } from "./line-diff.ts";

/** Unchanged lines shown around a change. */
const AROUND = 1;
const MOST_LINES = 60;
const MOST_CHARACTERS = 3_000;
const LONGEST_LINE = 300;

const SIGNS: Record<DiffLine["op"], string> = { same: " ", added: "+", removed: "-" };

/** Empty when nothing has changed. Says how much it leaves out. */
export function shortDiff(before: string, after: string): string {
  const lines = lineDiff(before, after);
  const isShown = nearChange(lines, AROUND);
  const shown: string[] = [];
  let [line, size, isGap] = [0, 0, true];
  for (const [at, { op, text }] of lines.entries()) {
    if (op !== "removed") line += 1;
    if (!isShown[at]) {
      isGap = true;
      continue;
    }
    if (shown.length >= MOST_LINES || size > MOST_CHARACTERS) return [...shown, LEFT_OUT].join("\n");
    if (isGap) shown.push(`@@ line ${op === "removed" ? line + 1 : line} @@`);
    isGap = false;
    shown.push(`${SIGNS[op]}${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text}`);
    size += Math.min(text.length, LONGEST_LINE) + 1;
  }
  return shown.join("\n");
}

const LEFT_OUT = "[more lines have changed]";

/** The changed lines and `around` lines beside each; an ellipsis stands for what is left out. */
export function changedParts(lines: readonly DiffLine[], around: number): DiffLine[] {
  const isShown = nearChange(lines, around);
  return lines.flatMap((line, at): DiffLine[] => {
    if (isShown[at]) return [line];
    return at === 0 || isShown[at - 1] ? [{ op: "same", text: "…" }] : [];
  });
}

/** Whether each line is a change or stands near one. */
function nearChange(lines: readonly DiffLine[], around: number): boolean[] {
  return lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ op }) => op !== "same"),
  );
}
