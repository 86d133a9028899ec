/** The table of docs/costs.md, from the operations that a test has counted. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

export const PAGE = path.join(ROOT, "docs/costs.md");
export const RECORD = path.join(ROOT, "test/workers/costs/counted.json");

const BEGIN = "<!-- counted -->";
const END = "<!-- /counted -->";

const ROWS = {
  new_conversation: "the first turn of a conversation",
  plain_turn: "a turn",
  turn_with_tool: "a turn with a tool call",
  reminder_set: "a turn that sets a reminder",
  reminder_rung: "a reminder that rings, with its turn",
  idle_minute: "an idle minute",
  idle_day: "an idle day",
};

const COLUMNS = {
  d1_queries: "D1 statements",
  d1_rows_read: "D1 rows read",
  d1_rows_written: "D1 rows written",
  object_rows_read: "object rows read",
  object_rows_written: "object rows written",
  object_stubs: "objects called",
  r2_class_a: "R2 writes and lists",
  r2_class_b: "R2 reads",
  queue_messages: "queue messages",
};

/** @returns {Record<string, Record<string, number>>} */
export const readCounted = () => JSON.parse(readFileSync(RECORD, "utf8"));

/**
 * @param {string} page
 * @param {Record<string, Record<string, number>>} counted
 * @returns {string} the page with these figures
 */
export function withCounted(page, counted) {
  const [before = "", rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n${tableOf(counted)}\n${END}${after}`;
}

/** @param {Record<string, Record<string, number>>} counted */
function tableOf(counted) {
  const names = Object.values(COLUMNS);
  const lines = Object.entries(ROWS).map(([of, name]) => {
    const figures = Object.keys(COLUMNS).map((figure) => (counted[of]?.[figure] ?? 0).toLocaleString("en"));
    return `| ${[name, ...figures].join(" | ")} |`;
  });
  return [`| | ${names.join(" | ")} |`, `| --- |${" ---: |".repeat(names.length)}`, ...lines].join("\n");
}
