/** A table as lines of equal columns, for monospaced text. */
import type { Token, Tokens } from "marked";

/** Wider columns are not padded: their rows would be broken anyway. */
const MOST_WIDTH = 40;

export function tableOf(
  { header, rows }: Tokens.Table,
  textOf: (tokens: readonly Token[]) => string,
): string {
  const lines = [header, ...rows].map((cells) => cells.map(({ tokens }) => textOf(tokens)));
  const widths = header.map((_cell, column) =>
    Math.min(MOST_WIDTH, Math.max(...lines.map((cells) => (cells[column] ?? "").length))),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("-|-");
  const [first = "", ...others] = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [first, rule, ...others].join("\n");
}
