/** `nightjar channels` and `nightjar connections`: chats and other services, and their webhooks. */
import { wholeList } from "../../connection/pages.mjs";
import { command, flag, text } from "../../parser/command.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

const ACCOUNT = text("--account <name>", "of several, which");
const OPTIONS = { check: flag("--check", "asks each platform how it stands") };

/** @type {import("../../parser/types.ts").Run<typeof OPTIONS>} */
const list = ({ api, print }, { check }) =>
  print.list(wholeList(api("GET /channels", { check: check || undefined })), {
    columns: [
      { head: "CHANNEL", of: ({ channel }) => channel },
      { head: "ACCOUNT", of: ({ account }) => account },
      { head: "MAY WRITE", of: ({ policy }) => policy },
      { head: "HEALTH", of: ({ health }) => health.status },
      { head: "LAST HEARD", of: ({ last_inbound_at }) => minuteOf(last_inbound_at) },
      { head: "MISSING", of: ({ missing, last_error }) => missing ?? last_error },
      { head: "WEBHOOK", of: ({ webhook_url }) => webhook_url },
    ],
    none: "There is no channel.",
  });

export const channels = command({
  name: "channels",
  summary: "chats: how they stand, and their webhooks",
  options: OPTIONS,
  run: list,
  commands: [
    command({ name: "list", summary: "each account of each platform", options: OPTIONS, run: list }),
    command({
      name: "webhook",
      summary: "tells the platform where its messages go",
      args: "<channel>",
      options: {
        account: ACCOUNT,
        url: text(
          "--url <address>",
          "this instance's, as the platform reaches it; else that of NIGHTJAR_URL",
        ),
      },
      async run({ api, print }, { words: [channel = ""], account = "", url }) {
        const connected = await api("POST /channels/{channel}/connect", { channel }, { account, url });
        print.done(connected, `${channel} sends to ${connected.webhook_url}.`);
      },
    }),
  ],
});

export const connections = command({
  name: "connections",
  summary: "services that are connected, and whether they work",
  run: listConnections,
  commands: [
    command({ name: "list", summary: "without their keys", run: listConnections }),
    command({
      name: "check",
      summary: "asks the service whether the connection works",
      args: "<name>",
      options: { account: ACCOUNT },
      run: async ({ api, print }, { words: [name = ""], account = "" }) =>
        print.fields((await api("POST /connections/{name}/check", { name }, { account })).check),
    }),
  ],
});

/** @param {import("../../parser/types.ts").Context} context */
function listConnections({ api, print }) {
  return print.list(wholeList(api("GET /connections")), {
    columns: [
      { head: "NAME", of: ({ name }) => name },
      { head: "ACCOUNT", of: ({ account }) => account },
      { head: "STATE", of: ({ state }) => state },
      { head: "SINCE", of: ({ updated_at }) => minuteOf(updated_at) },
      { head: "WEBHOOK", of: ({ webhook_url }) => webhook_url },
    ],
    none: "There is no connection.",
  });
}
