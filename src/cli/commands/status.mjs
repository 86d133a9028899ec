/** `nightjar status` and `nightjar monitor`: whether the instance runs, and what it is doing now. */
import { pagesOf, wholeList } from "../connection/pages.mjs";
import { command, flag } from "../parser/command.mjs";
import { minuteOf } from "../terminal/printer.mjs";

/** @type {import("../terminal/printer.mjs").Column<import("../../contract/instance/instance.ts").MonitorTurn>[]} */
const TURN_COLUMNS = [
  { head: "CONVERSATION", of: ({ conversation_id }) => conversation_id },
  { head: "STATE", of: ({ state }) => state },
  { head: "AGENT", of: ({ agent }) => agent },
  { head: "MODEL", of: ({ model }) => model },
  { head: "STEP", of: ({ step }) => step },
  { head: "TOOLS", of: ({ tools }) => tools.join(" ") },
  { head: "SINCE", of: ({ since }) => minuteOf(since) },
];

export const status = command({
  name: "status",
  summary: "whether it runs, what it uses, and which turns run",
  async run({ api, instance, print }) {
    const [health, { items: turns }] = await Promise.all([api("GET /status"), api("GET /monitor")]);
    if (print.json) return print.done({ ...health, turns }, "");
    print.line(`${print.paint.green("up")} ${instance().url}`);
    print.fields(shownOf(health));
    if (turns.length === 0) return print.line(print.paint.dim("no turn is running"));
    return print.list(wholeList(Promise.resolve({ items: turns })), { columns: TURN_COLUMNS, none: "" });
  },
});

/**
 * The status without what is no state of it: a prompt of many lines is read with `--json`.
 * @param {import("../../contract/instance/instance.ts").Status} health
 */
function shownOf({ compaction_prompt: _prompt, uptime_s, today_usd, problems, ...health }) {
  return {
    ...health,
    uptime: `${Math.floor(uptime_s / 3600)} h ${Math.floor((uptime_s % 3600) / 60)} min`,
    cost_today: `$${today_usd.toFixed(4)}`,
    problems: problems.length === 0 ? "none" : problems,
  };
}

export const monitor = command({
  name: "monitor",
  summary: "the turns that run or wait now",
  options: { all: flag("--all", "everybody's, for the operator") },
  run: ({ api, print }, { all }) =>
    print.list(wholeList(api("GET /monitor", { all })), {
      columns: TURN_COLUMNS,
      none: "No turn is running.",
    }),
});

export const reports = command({
  name: "reports",
  summary: "backups, restores and drills, as they were reported",
  run: ({ api, print }) =>
    print.list(
      pagesOf((page) => api("GET /backups/reports", page)),
      {
        columns: [
          { head: "WHEN", of: ({ at }) => minuteOf(at) },
          { head: "WHAT", of: ({ kind }) => kind },
          { head: "WELL", of: ({ is_ok }) => (is_ok ? "yes" : "NO") },
          { head: "SUMMARY", of: ({ summary }) => summary },
        ],
        none: "Nothing was reported yet.",
      },
    ),
});
