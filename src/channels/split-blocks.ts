/** Blocks of Markdown that a long text is cut between: paragraphs, code and tables, also within lists and quotations. */

interface ProseBlock {
  kind: "prose";
  text: string;
  /** A deeper indentation belongs to a list, and is no code. */
  isInList: boolean;
}

export interface CodeBlock {
  kind: "code";
  text: string;
  /** The opening and closing line. */
  open: string;
  close: string;
  /** Columns that the list around it takes. */
  indent: number;
}

export interface TableBlock {
  kind: "table";
  /** The first row and the rule below it. */
  head: string;
  rows: string[];
}

export type Block = ProseBlock | CodeBlock | TableBlock;

/** Marks of lists and quotations at the start of a line. */
export const LIST_MARKS = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const FENCE = /^(`{3,}(?!.*`)|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const TABLE_RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Deeper, a fence outside of a list is text of an indented code block. */
const MOST_INDENT = 3;

interface Fence {
  open: string;
  mark: string;
  /** Text before the mark: list marks, and those of a quotation. */
  before: string;
}

/** Without the blank lines between them. */
export function blocksOf(markdown: string): Block[] {
  const reader = new BlockReader();
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) reader.take(line);
  return reader.end();
}

class BlockReader {
  private readonly blocks: Block[] = [];
  private lines: string[] = [];
  private fence: Fence | undefined;
  private isInList = false;

  take(line: string): void {
    const { fence } = this;
    if (fence && !isLeft(fence, line)) {
      if (closes(line, fence)) this.close(line);
      else this.lines.push(line);
      return;
    }
    if (fence) this.close();
    const opened = fenceOf(line, this.isInList);
    if (opened) {
      this.close();
      this.fence = opened;
      this.isInList ||= /[-*+\d]/.test(opened.before);
    } else if (line.trim() === "") this.close();
    else this.lines.push(line);
  }

  end(): Block[] {
    this.close();
    return this.blocks;
  }

  private close(last?: string): void {
    const { fence, lines } = this;
    this.lines = [];
    this.fence = undefined;
    if (fence) {
      const { open, before, mark } = fence;
      const indent = before.includes(">") ? 0 : before.length;
      const close = last?.trimEnd() ?? `${before.replaceAll(/[^ \t>]/g, " ")}${mark}`;
      this.blocks.push({ kind: "code", text: lines.join("\n"), open, close, indent });
    } else if (lines.some((line) => line.trim() !== "")) this.add(lines);
  }

  /** A table may begin in the middle of a paragraph. */
  private add(lines: readonly string[]): void {
    const [first = ""] = lines;
    this.isInList =
      LIST_ITEM.test(first) ||
      (this.isInList && /^\s/.test(first)) ||
      lines.some((line) => LIST_ITEM.test(line));
    const rule = lines.findIndex((line, at) => at > 0 && isTableRule(line, lines[at - 1] ?? ""));
    const words = rule === -1 ? lines : lines.slice(0, rule - 1);
    if (words.length > 0)
      this.blocks.push({ kind: "prose", text: words.join("\n"), isInList: this.isInList });
    if (rule === -1) return;
    this.blocks.push({
      kind: "table",
      head: lines.slice(rule - 1, rule + 1).join("\n"),
      rows: lines.slice(rule + 1),
    });
  }
}

function isTableRule(line: string, head: string): boolean {
  return line.includes("|") && head.includes("|") && TABLE_RULE.test(line);
}

function fenceOf(line: string, isInList: boolean): Fence | undefined {
  const before = LIST_MARKS.exec(line)?.[0] ?? "";
  const mark = FENCE.exec(line.slice(before.length))?.[1];
  if (mark === undefined) return undefined;
  const isDeep = before.trim() === "" && before.length > MOST_INDENT;
  return isDeep && !isInList ? undefined : { open: line.trimEnd(), mark, before };
}

/** Code in a quotation ends with the quotation. */
function isLeft({ before }: Fence, line: string): boolean {
  return before.includes(">") && !/^\s*>/.test(line);
}

/** A code block ends with a line of its own mark, at least as long, and nothing after it. */
function closes(line: string, { mark, before }: Fence): boolean {
  const indent = /^[ \t>]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  if (indent.length > before.length + MOST_INDENT || !rest.startsWith(mark)) return false;
  return rest.replaceAll(mark[0] ?? "", "").trim() === "";
}

/** Without the indentation that all lines share, at most so many columns. */
export function withoutIndent(text: string, most = Number.POSITIVE_INFINITY): string {
  const lines = text.split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const shared = Math.min(most, ...indents);
  return Number.isFinite(shared)
    ? lines.map((line) => line.slice(Math.min(shared, line.length - line.trimStart().length))).join("\n")
    : text;
}
