/** `nightjar jobs`. */
import { pagesOf } from "../../connection/pages.mjs";
import { choice, command, flag, text } from "../../parser/command.mjs";
import { LIMIT } from "../../parser/options.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

/** @type {readonly import("../../../contract/instance/jobs.ts").Job["status"][]} */
const STATES = ["pending", "running", "completed", "failed", "cancelled"];

const OPTIONS = {
  status: choice("--status <status>", "only", STATES),
  kind: text("--kind <kind>", "only of that kind"),
  all: flag("--all", "everybody's, for the operator"),
  limit: LIMIT,
};

/** @type {import("../../parser/types.ts").Run<typeof OPTIONS>} */
const list = ({ api, print }, { status, kind, all, limit = 50 }) =>
  print.list(
    pagesOf((page) => api("GET /jobs", { status, kind, all, ...page }), limit),
    {
      columns: [
        { head: "ID", of: ({ id }) => id },
        { head: "STATE", of: (job) => job.status },
        { head: "KIND", of: (job) => job.kind },
        { head: "SINCE", of: ({ created_at }) => minuteOf(created_at) },
        { head: "TITLE", of: ({ title }) => title },
        { head: "OUTCOME", of: ({ error, result }) => error ?? result },
      ],
      none: "There is no such job.",
    },
  );

export const jobs = command({
  name: "jobs",
  summary: "work in the background: lists, retries, cancels",
  options: OPTIONS,
  run: list,
  commands: [
    command({ name: "list", summary: "the newest first", options: OPTIONS, run: list }),
    command({
      name: "show",
      summary: "a job, field by field",
      args: "<id>",
      run: async ({ api, print }, { words: [id = ""] }) => print.fields(await api("GET /jobs/{id}", { id })),
    }),
    changed("retry", "has it tried again now"),
    changed("cancel", "stops one that waits or runs"),
  ],
});

/**
 * @param {"retry" | "cancel"} name
 * @param {string} summary
 */
function changed(name, summary) {
  return command({
    name,
    summary,
    args: "<id>",
    async run({ api, print }, { words: [id = ""] }) {
      const job = await api(`POST /jobs/{id}/${name}`, { id }, {});
      print.done(job, `${job.id} is ${job.status}.`);
    },
  });
}
