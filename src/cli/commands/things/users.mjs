/** `nightjar users`, for the operator. */
import { pagesOf } from "../../connection/pages.mjs";
import { choice, command, text } from "../../parser/command.mjs";
import { LIMIT } from "../../parser/options.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

/** @type {readonly ("admin" | "member" | "guest")[]} */
const ROLES = ["admin", "member", "guest"];
/** @type {readonly ("keep" | "delete")[]} */
const DATA = ["keep", "delete"];
const ROLE = choice("--role <role>", "else member", ROLES);

const OPTIONS = { q: text("--q <words>", "part of a name"), limit: LIMIT };

/** @type {import("../../parser/types.ts").Run<typeof OPTIONS>} */
const list = ({ api, print }, { q, limit }) =>
  print.list(
    pagesOf((page) => api("GET /users", { q, ...page }), limit),
    {
      columns: [
        { head: "ID", of: ({ id }) => id },
        { head: "USERNAME", of: ({ username }) => username },
        { head: "NAME", of: ({ name }) => name },
        { head: "ROLE", of: ({ role }) => role },
        { head: "DISABLED", of: ({ disabled_at }) => minuteOf(disabled_at) },
        { head: "SINCE", of: ({ created_at }) => minuteOf(created_at) },
      ],
      none: "Nobody is called so.",
    },
  );

export const users = command({
  name: "users",
  summary: "people: lists, invites, changes and deletes",
  options: OPTIONS,
  run: list,
  commands: [
    command({ name: "list", summary: "the first come first", options: OPTIONS, run: list }),
    command({
      name: "invite",
      summary: "a link by which somebody joins, shown only this once",
      args: "<name...>",
      options: { role: ROLE },
      async run({ api, print }, { words, role }) {
        const invite = await api("POST /invites", {}, { name: words.join(" "), role });
        if ("url" in invite) print.done(invite, invite.url);
      },
    }),
    command({
      name: "role",
      summary: "gives somebody another role",
      args: "<id> <role>",
      async run({ api, print }, { words: [id = "", role = ""] }) {
        const named = ROLES.find((each) => each === role);
        const person = await api("PATCH /users/{id}", { id }, { role: named ?? /** @type {never} */ (role) });
        print.done(person, `${person.name} is ${person.role}.`);
      },
    }),
    disabled("disable", "shuts somebody out, and keeps what is theirs"),
    disabled("enable", "lets them in again"),
    command({
      name: "delete",
      summary: "deletes a person",
      args: "<id>",
      options: { data: choice("--data <what>", "what becomes of what they had, else keep", DATA) },
      async run({ api, print }, { words: [id = ""], data }) {
        const deleted = await api("DELETE /users/{id}", { id, data });
        print.done(deleted, `Deleted ${id}; ${deleted.conversations} conversations: ${deleted.data}.`);
      },
    }),
  ],
});

/**
 * @param {"disable" | "enable"} name
 * @param {string} summary
 */
function disabled(name, summary) {
  return command({
    name,
    summary,
    args: "<id>",
    async run({ api, print }, { words: [id = ""] }) {
      const person = await api("PATCH /users/{id}", { id }, { disabled: name === "disable" });
      print.done(person, `${person.name} is ${person.disabled ? "shut out" : "let in"}.`);
    },
  });
}
