/** `nightjar rooms`. */
import { wholeList } from "../../connection/pages.mjs";
import { command } from "../../parser/command.mjs";

export const rooms = command({
  name: "rooms",
  summary: "lists, shows and removes them",
  run: list,
  commands: [
    command({ name: "list", summary: "those that you may come into", run: list }),
    command({
      name: "show",
      summary: "a room, field by field",
      args: "<slug>",
      run: async ({ api, print }, { words: [room = ""] }) =>
        print.fields(await api("GET /rooms/{room}", { room })),
    }),
    command({
      name: "remove",
      summary: "removes a room; its agents stay",
      args: "<slug>",
      async run({ api, print }, { words: [room = ""] }) {
        await api("DELETE /rooms/{room}", { room });
        print.done({ slug: room, removed: true }, `Removed ${room}.`);
      },
    }),
  ],
});

/** @param {import("../../parser/types.ts").Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /rooms")), {
    columns: [
      { head: "SLUG", of: ({ slug }) => slug },
      { head: "NAME", of: ({ name }) => name },
    ],
    none: "There is no room.",
  });
}
