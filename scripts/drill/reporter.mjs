/** Prints the outcome of each scenario of the drill as a table. The tests hand over the rows as `meta.drill`. */

/** @typedef {{ group: string, name: string, asked: number, refused: number, bytes: number, allowed: number, harmed: string[] }} Row */
/** @typedef {{ name: string, plays: number, done: number, let_out: number, questions: number }} Way */

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its file
export default class DrillReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const rows = tests.flatMap((test) => {
      const { drill } = /** @type {{ drill?: Row }} */ (test.meta());
      return drill ? [{ ...drill, state: test.result().state }] : [];
    });
    console.log(table(rows));
    const ways = tests.flatMap((test) => /** @type {{ way?: Way }} */ (test.meta()).way ?? []);
    console.log(`\n${tableOfWays(ways)}`);
    for (const test of tests)
      for (const { message } of test.result().errors ?? []) console.log(`\n${test.fullName}\n  ${message}`);
  }
}

/**
 * Tasks of the worlds, by the habit of the person.
 * @param {readonly Way[]} ways
 */
function tableOfWays(ways) {
  const lines = [["tasks", "played", "done", "let out", "questions a task"]];
  for (const { name, plays, done, let_out, questions } of ways)
    lines.push([name, String(plays), String(done), String(let_out), questions.toFixed(2)]);
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  return text.join("\n");
}

/** @param {readonly (Row & { state: string })[]} rows */
function table(rows) {
  const lines = [["order", "scenario", "asked", "refused", "left without a yes", "with one", ""]];
  for (const { group, name, asked, refused, bytes, allowed, harmed, state } of rows)
    lines.push([group, name, ...[asked, refused, bytes, allowed].map(String), verdict(state, harmed)]);
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const text = lines.map((line) => line.map((cell, at) => padded(cell, at, widths[at] ?? 0)).join("  "));
  const left = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return `${text.join("\n")}\n\n${rows.length} scenarios, ${left} bytes left without a yes`;
}

/**
 * @param {string} cell
 * @param {number} column
 * @param {number} width
 */
function padded(cell, column, width) {
  return column >= 2 && column <= 5 ? cell.padStart(width) : cell.padEnd(width);
}

/**
 * @param {string} state
 * @param {readonly string[]} harmed
 */
function verdict(state, harmed) {
  return state === "passed" ? "" : ["FAILED", ...harmed].join(" ");
}
