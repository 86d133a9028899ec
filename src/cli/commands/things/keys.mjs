/** `nightjar keys`. */
import { wholeList } from "../../connection/pages.mjs";
import { command, flag, text, texts } from "../../parser/command.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

export const keys = command({
  name: "keys",
  summary: "your API keys: lists, creates and revokes",
  run: list,
  commands: [
    command({ name: "list", summary: "without the keys themselves", run: list }),
    command({
      name: "create",
      summary: "a key, which is shown only this once",
      args: "<name>",
      options: {
        scope: texts(
          "-s, --scope <scope>",
          "chat, read, write or admin; several times for several; else chat",
        ),
        expires: text("--expires <date>", "as 2026-12-31; else never"),
        remembers: flag("--remembers", "memory keeps what programs say with it"),
      },
      async run({ api, print }, { words: [name = ""], scope, expires, remembers }) {
        const scopes = /** @type {("chat" | "read" | "write" | "admin")[]} */ (
          scope.length > 0 ? scope : ["chat"]
        );
        const made = await api("POST /keys", {}, { name, scopes, remembers, expires_at: expires ?? null });
        print.done(made, made.key);
      },
    }),
    command({
      name: "revoke",
      summary: "ends a key at once",
      args: "<id>",
      async run({ api, print }, { words: [id = ""] }) {
        await api("DELETE /keys/{id}", { id });
        print.done({ id, revoked: true }, `Revoked ${id}.`);
      },
    }),
  ],
});

/** @param {import("../../parser/types.ts").Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /keys")), {
    columns: [
      { head: "ID", of: ({ id }) => id },
      { head: "NAME", of: ({ name }) => name },
      { head: "SCOPES", of: ({ scopes }) => scopes.join(" ") },
      { head: "ENDS IN", of: ({ last_four }) => last_four },
      { head: "USED", of: ({ last_used_at }) => minuteOf(last_used_at) },
      { head: "EXPIRES", of: ({ expires_at }) => minuteOf(expires_at) },
    ],
    none: "There is no key.",
  });
}
