/**
 * Tracks whether streamed text is currently inside code: in a fenced block, or between backticks of one line.
 */

export class CodeSpans {
  private line = "";
  /** The fence that opened the block; empty outside of one. */
  private fence = "";

  get isInside(): boolean {
    return this.fence !== "" || isInCode(this.line);
  }

  push(text: string): void {
    const lines = text.split("\n");
    for (const [at, piece] of lines.entries()) {
      this.line += piece;
      if (at < lines.length - 1) this.endLine();
    }
  }

  private endLine(): void {
    const marks = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(this.line);
    this.line = "";
    if (!marks) return;
    const [, fence = "", rest = ""] = marks;
    if (this.fence === "") this.fence = opens(fence, rest) ? fence : "";
    else if (fence.startsWith(this.fence) && rest.trim() === "") this.fence = "";
  }
}

/** An opening fence of backticks has none after it; otherwise it is inline code. */
function opens(fence: string, rest: string): boolean {
  return fence.startsWith("~") || !rest.includes("`");
}

/** A run of backticks is closed by the next run of the same length. */
function isInCode(line: string): boolean {
  let open = 0;
  for (const [run] of line.matchAll(/`+/g)) {
    if (open === 0) open = run.length;
    else if (run.length === open) open = 0;
  }
  return open > 0;
}
