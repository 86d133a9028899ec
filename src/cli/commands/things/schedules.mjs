/** `nightjar schedules`. */
import { pagesOf, wholeList } from "../../connection/pages.mjs";
import { command, count, text } from "../../parser/command.mjs";
import { AGENT, LIMIT } from "../../parser/options.mjs";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { dollars, minuteOf } from "../../terminal/printer.mjs";

export const schedules = command({
  name: "schedules",
  summary: "lists, adds, pauses, runs and removes them",
  run: list,
  commands: [
    command({ name: "list", summary: "the next one first", run: list }),
    command({
      name: "add",
      summary: "has an agent do something at its time",
      args: "<text...>",
      options: {
        name: text("--name <name>", "its name, else the beginning of the text"),
        cron: text("--cron <expression>", 'as "0 9 * * 1-5"'),
        every: count("--every <minutes>", "each so many minutes"),
        at: text("--at <time>", "once, as 2026-03-31T12:00"),
        agent: AGENT,
        zone: text("--zone <name>", "time zone, as Europe/Berlin; else yours"),
      },
      async run({ api, print }, { words, name, agent, zone, ...when }) {
        const said = words.join(" ");
        const place = {
          ...(agent !== undefined && { agent }),
          ...(zone !== undefined && { time_zone: zone }),
        };
        const body = { ...timingOf(when), ...place, name: name ?? said.slice(0, 60), text: said };
        const made = await api("POST /schedules", {}, body);
        print.done(made, `${made.id}: ${made.words}, next ${minuteOf(made.next_at)} UTC.`);
      },
    }),
    command({
      name: "show",
      summary: "a schedule, field by field",
      args: "<id>",
      run: async ({ api, print }, { words: [id = ""] }) =>
        print.fields(await api("GET /schedules/{id}", { id })),
    }),
    command({
      name: "runs",
      summary: "its runs, the newest first",
      args: "<id>",
      options: { limit: LIMIT },
      run: ({ api, print }, { words: [id = ""], limit }) =>
        print.list(
          pagesOf((page) => api("GET /schedules/{id}/runs", { id, ...page }), limit),
          {
            columns: [
              { head: "STARTED", of: ({ started_at }) => minuteOf(started_at) },
              { head: "STATE", of: ({ state }) => state },
              { head: "RESULT", of: ({ delivery }) => delivery },
              { head: "COST", of: ({ cost_usd }) => dollars(cost_usd) },
              { head: "CONVERSATION", of: ({ conversation_id }) => conversation_id },
              { head: "REASON", of: ({ reason }) => reason },
            ],
            none: "It did not run yet.",
          },
        ),
    }),
    command({
      name: "run",
      summary: "runs it at once, beside its times",
      args: "<id>",
      async run({ api, print }, { words: [id = ""] }) {
        const started = await api("POST /schedules/{id}/run", { id }, {});
        print.done(started, `It is ${started.state}.`);
      },
    }),
    paused("pause", "it comes no more until it is resumed"),
    paused("resume", "it comes again, from now on"),
    command({
      name: "remove",
      summary: "removes it; what it has said stays",
      args: "<id>",
      async run({ api, print }, { words: [id = ""] }) {
        await api("DELETE /schedules/{id}", { id });
        print.done({ id, removed: true }, `Removed ${id}.`);
      },
    }),
  ],
});

/**
 * @param {{cron: string | undefined, every: number | undefined, at: string | undefined}} when
 */
function timingOf({ cron, every, at }) {
  if ([cron, every, at].filter((each) => each !== undefined).length !== 1)
    throw new CommandError("Say when: one of --cron, --every and --at.", EXIT.usage);
  return {
    ...(cron !== undefined && { cron }),
    ...(every !== undefined && { every_minutes: every }),
    ...(at !== undefined && { at }),
  };
}

/**
 * @param {"pause" | "resume"} name
 * @param {string} summary
 */
function paused(name, summary) {
  return command({
    name,
    summary,
    args: "<id>",
    async run({ api, print }, { words: [id = ""] }) {
      const schedule = await api(`POST /schedules/{id}/${name}`, { id }, {});
      print.done(schedule, `${schedule.name} is ${schedule.state}.`);
    },
  });
}

/** @param {import("../../parser/types.ts").Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /schedules")), {
    columns: [
      { head: "ID", of: ({ id }) => id },
      { head: "STATE", of: ({ state }) => state },
      { head: "NEXT", of: ({ next_at }) => minuteOf(next_at) },
      { head: "WHEN", of: ({ words }) => words },
      { head: "AGENT", of: ({ agent }) => agent },
      { head: "NAME", of: ({ name }) => name },
    ],
    none: "There is no schedule.",
  });
}
