/** `nightjar cost`: what models have cost. */
import { choice, command } from "../parser/command.mjs";
import { dollars } from "../terminal/printer.mjs";

/** @type {readonly ("today" | "week" | "month" | "all")[]} */
const PERIODS = ["today", "week", "month", "all"];
/** @type {readonly ("model" | "agent" | "user" | "conversation" | "day")[]} */
const GROUPINGS = ["model", "agent", "user", "conversation", "day"];

export const cost = command({
  name: "cost",
  summary: "what models have cost",
  options: {
    period: choice("--period <period>", "of which time, else of this month", PERIODS),
    by: choice("--by <group>", "split by, else by model", GROUPINGS),
  },
  async run({ api, print }, { period, by }) {
    const costs = await api("GET /cost", { period, by });
    if (print.json) return print.done(costs, "");
    await print.list(once(costs.items), {
      columns: [
        { head: costs.by.toUpperCase(), of: ({ key }) => key },
        { head: "COST", of: ({ cost_usd }) => dollars(cost_usd) },
        { head: "CALLS", of: ({ calls }) => calls },
        { head: "INPUT", of: ({ input_tokens }) => input_tokens },
        { head: "OUTPUT", of: ({ output_tokens }) => output_tokens },
        { head: "UNPRICED", of: ({ unpriced_calls }) => unpriced_calls },
      ],
      none: "Nothing was spent.",
    });
    if (process.stdout.isTTY) print.line(`Total: ${dollars(costs.total_usd)}`);
  },
});

/**
 * @template T
 * @param {T[]} items
 */
async function* once(items) {
  yield items;
}
