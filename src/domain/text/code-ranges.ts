/** The parts of a Markdown text that are code. */

interface Range {
  start: number;
  end: number;
}

/** Fenced blocks with their fences, and what stands between backticks of one line, in order. Takes time in proportion to the text. */
export function codeOf(text: string): Range[] {
  const ranges: Range[] = [];
  let fence = "";
  for (const { index: start, 0: line } of text.matchAll(/[^\n]+/g)) {
    const [, marks = "", rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const end = start + line.length;
    if (fence !== "") {
      ranges.push({ start, end });
      if (marks.startsWith(fence) && rest.trim() === "") fence = "";
    } else if (marks !== "" && (marks.startsWith("~") || !rest.includes("`"))) {
      ranges.push({ start, end });
      fence = marks;
    } else ranges.push(...inlineCode(line, start));
  }
  return ranges;
}

/** A run of backticks is closed by the next run of the same length. */
function inlineCode(line: string, at: number): Range[] {
  const ranges: Range[] = [];
  let open: { index: number; length: number } | undefined;
  for (const { index, 0: run } of line.matchAll(/`+/g)) {
    if (!open) open = { index, length: run.length };
    else if (run.length === open.length) {
      ranges.push({ start: at + open.index, end: at + index + run.length });
      open = undefined;
    }
  }
  return ranges;
}
