/** `nightjar capabilities`. */
import { download } from "../../connection/files.mjs";
import { wholeList } from "../../connection/pages.mjs";
import { command, text } from "../../parser/command.mjs";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

/** @typedef {import("../../parser/types.ts").Context} Context */

export const capabilities = command({
  name: "capabilities",
  summary: "tools that were written here: lists, runs, switches",
  run: list,
  commands: [
    command({ name: "list", summary: "all of them", run: list }),
    command({
      name: "show",
      summary: "what it does and may reach",
      args: "<name>",
      run: async ({ api, print }, { words: [name = ""] }) =>
        print.fields(await api("GET /capabilities/{name}", { name })),
    }),
    command({
      name: "run",
      summary: "runs it once, as an agent would",
      args: "<name>",
      options: { input: text("--input <json>", "its input, as a JSON object; else {}") },
      run: async ({ api, print }, { words: [name = ""], input = "{}" }) =>
        print.fields(await api("POST /capabilities/{name}/run", { name }, { input: objectOf(input) })),
    }),
    command({
      name: "calls",
      summary: "its last calls, the newest first",
      args: "<name>",
      run: ({ api, print }, { words: [name = ""] }) =>
        print.list(wholeList(api("GET /capabilities/{name}/calls", { name })), {
          columns: [
            { head: "ID", of: ({ id }) => id },
            { head: "WHEN", of: (call) => minuteOf(call.at) },
          ],
          none: "It was not called yet.",
        }),
    }),
    switched("enable", "lets agents use it again"),
    switched("disable", "takes it from all agents, and keeps it"),
    command({
      name: "export",
      summary: "the version in use as a zip archive",
      args: "<name>",
      options: { output: text("-o, --output <file>", "a new file, else standard output") },
      run: ({ instance }, { words: [name = ""], output }) =>
        download(instance(), `/capabilities/${encodeURIComponent(name)}/archive`, output),
    }),
    command({
      name: "remove",
      summary: "removes it with all its versions",
      args: "<name>",
      async run({ api, print }, { words: [name = ""] }) {
        await api("DELETE /capabilities/{name}", { name });
        print.done({ name, removed: true }, `Removed ${name}.`);
      },
    }),
  ],
});

/**
 * @param {"enable" | "disable"} name
 * @param {string} summary
 */
function switched(name, summary) {
  return command({
    name,
    summary,
    args: "<name>",
    async run({ api, print }, { words: [capability = ""] }) {
      const changed = await api(`POST /capabilities/{name}/${name}`, { name: capability }, {});
      print.done(changed, `${changed.name} is ${changed.status}.`);
    },
  });
}

/** @param {Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /capabilities", {})), {
    columns: [
      { head: "NAME", of: ({ name }) => name },
      { head: "STATE", of: (capability) => capability.status },
      { head: "VERSION", of: ({ version }) => version },
      { head: "CALLS", of: ({ calls }) => calls },
      { head: "FAILURES", of: ({ failures }) => failures },
      { head: "DESCRIPTION", of: ({ description }) => description },
    ],
    none: "No capability was written yet.",
  });
}

/** @param {string} json @returns {Record<string, unknown>} */
function objectOf(json) {
  try {
    const value = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new CommandError(`--input takes a JSON object, as '{"city": "Rome"}'.`, EXIT.usage);
}
