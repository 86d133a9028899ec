/** Slack's Web API as an app sees it: one workspace, whose rules hold. */
import {
  type Platform,
  type PlatformAnswer,
  type PlatformRequest,
  startPlatform,
} from "../platform/platform.ts";
import { problemOf } from "./check.ts";

export const BOT = {
  token: "xoxb-test-token",
  app_token: "xapp-1-A0-1",
  user: "U0NIGHTJAR",
  secret: "0123456789abcdef0123456789abcdef",
};

/** Where the bot's app is installed. */
export const HOME = { team: "T0ACME", app: "A0NIGHTJAR" };

export interface SlackMessage {
  channel: string;
  ts: string;
  thread_ts: string | null;
  user: string;
  text: string;
  metadata?: object;
  blocks: { type: string; elements?: { value: string; text: { text: string } }[] }[];
}

export interface SlackServer extends Platform {
  messages: SlackMessage[];
  /** How many there ever were. */
  posted: number;
  reactions: string[];
  statuses: string[];
  /** By their ids. */
  files: Map<string, { name: string; bytes: Buffer; mimetype: string; shared: string | null }>;
  /** Answers sent to the response addresses of commands. */
  responses: string[];
  /** Where the bot is no member. */
  closed: Set<string>;
  /** It gives no metadata back. */
  isForgetful: boolean;
  /** Nothing can be changed any more: its time is over. */
  isFixed: boolean;
  scopes: string;
  /** Address of Socket Mode. */
  socket_url: string;
  /** Resolves when there are so many messages. */
  arrived(count: number): Promise<SlackMessage[]>;
}

/** `base` for SLACK_API_BASE is its url with `/api`. */
export async function startSlack(): Promise<SlackServer> {
  const world = {
    messages: [] as SlackMessage[],
    posted: 0,
    reactions: [] as string[],
    statuses: [] as string[],
    files: new Map() as SlackServer["files"],
    responses: [] as string[],
    closed: new Set<string>(),
    isFixed: false,
    isForgetful: false,
    scopes: "chat:write,im:history,app_mentions:read,files:read",
    socket_url: "wss://slack.test/link",
  };
  const waiting: (() => void)[] = [];
  const platform = await startPlatform((request) => {
    const answer = serve(server, request);
    for (const wake of waiting.splice(0)) wake();
    return answer;
  });
  const server: SlackServer = Object.assign(platform, world, {
    async arrived(count: number) {
      while (world.messages.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return world.messages;
    },
  });
  return server;
}

function serve(server: SlackServer, request: PlatformRequest): PlatformAnswer {
  const { path, body, headers } = request;
  if (path.startsWith("/upload/")) return uploaded(server, path.slice("/upload/".length), body);
  if (path.startsWith("/response/")) {
    server.responses.push(body.toString());
    return { status: server.responses.length > 5 ? 404 : 200, body: "ok" };
  }
  if (path === "/api/apps.connections.open")
    return headers.authorization === `Bearer ${BOT.app_token}`
      ? yes({ url: server.socket_url })
      : no("invalid_auth");
  if (headers.authorization !== `Bearer ${BOT.token}`) return no("invalid_auth");
  if (path.startsWith("/files/")) {
    const file = server.files.get(path.slice("/files/".length));
    return file
      ? { status: 200, headers: { "content-type": file.mimetype }, body: file.bytes }
      : { status: 404, body: "" };
  }
  const method = METHODS[path.replace("/api/", "")];
  if (!method) return no("unknown_method");
  if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return no("invalid_form_data");
  return method(server, new URLSearchParams(body.toString()));
}

function uploaded(server: SlackServer, id: string, bytes: Buffer): PlatformAnswer {
  const file = server.files.get(id);
  if (!file) return { status: 404, body: "" };
  file.bytes = bytes;
  return { status: 200, body: "OK" };
}

type Method = (server: SlackServer, fields: URLSearchParams) => PlatformAnswer;

const METHODS: Readonly<Record<string, Method>> = {
  "auth.test": ({ scopes }) => ({
    ...yes({ user: "nightjar", team: "Acme", team_id: HOME.team, user_id: BOT.user, bot_id: "B0NIGHTJAR" }),
    headers: { "x-oauth-scopes": scopes },
  }),
  "bots.info": () => yes({ bot: { id: "B0NIGHTJAR", app_id: HOME.app } }),
  "chat.postMessage": post,
  "chat.update": update,
  "chat.delete": remove,
  "reactions.add": react,
  "assistant.threads.setStatus": (server, fields) => {
    server.statuses.push(`${fields.get("channel_id")}:${fields.get("thread_ts")} ${fields.get("status")}`);
    return yes({});
  },
  "users.info": (_server, fields) =>
    fields.get("user") === "U0MONA"
      ? yes({ user: { name: "mona", real_name: "Mona Lund", profile: { display_name: "Mona" } } })
      : no("user_not_found"),
  "conversations.replies": (server, fields) => {
    const thread = server.messages.filter(
      ({ channel, ts, thread_ts }) =>
        channel === fields.get("channel") && [ts, thread_ts].includes(fields.get("ts") ?? ""),
    );
    return thread.length > 0 ? page(server, fields, thread) : no("thread_not_found");
  },
  "conversations.history": (server, fields) => {
    if (server.closed.has(fields.get("channel") ?? "")) return no("not_in_channel");
    const shown = server.messages.filter(({ channel }) => channel === fields.get("channel"));
    return page(server, fields, shown.toReversed());
  },
  "files.getUploadURLExternal": (server, fields) => {
    if (!fields.get("filename") || Number(fields.get("length")) < 1) return no("invalid_arguments");
    const id = `F0${server.files.size}UP`;
    const name = fields.get("filename") ?? "";
    server.files.set(id, { name, bytes: Buffer.alloc(0), mimetype: "image/png", shared: null });
    return yes({ file_id: id, upload_url: `${server.url}/upload/${id}` });
  },
  "files.completeUploadExternal": (server, fields) => {
    const [{ id }] = JSON.parse(fields.get("files") ?? "[]") as [{ id: string }];
    const file = server.files.get(id);
    if (!file || file.bytes.length === 0) return no("file_not_found");
    file.shared = [fields.get("channel_id"), fields.get("thread_ts")]
      .filter((part) => part !== null)
      .join(":");
    return yes({ files: [{ id }] });
  },
  "files.info": (server, fields) => {
    const id = fields.get("file") ?? "";
    const file = server.files.get(id);
    if (!file) return no("file_not_found");
    const { name, mimetype } = file;
    return yes({ file: { id, name, mimetype, url_private_download: `${server.url}/files/${id}` } });
  },
};

/** Metadata is given to whoever asks for it. */
function page(
  { isForgetful }: SlackServer,
  fields: URLSearchParams,
  all: readonly SlackMessage[],
): PlatformAnswer {
  const limit = Number(fields.get("limit") ?? 100);
  const isShown = fields.get("include_all_metadata") === "true" && !isForgetful;
  const messages = all.slice(0, limit).map(({ metadata, ...message }) => ({
    ...message,
    bot_id: "B0NIGHTJAR",
    ...(isShown && metadata && { metadata }),
  }));
  return yes({ messages, has_more: all.length > limit });
}

function post(server: SlackServer, fields: URLSearchParams): PlatformAnswer {
  const channel = fields.get("channel") ?? "";
  if (server.closed.has(channel)) return no("not_in_channel");
  const problem = problemOf(fields);
  if (problem !== undefined) return no(problem);
  const ts = `1700000000.${String(++server.posted).padStart(6, "0")}`;
  const blocks = JSON.parse(fields.get("blocks") ?? "[]") as SlackMessage["blocks"];
  const thread_ts = fields.get("thread_ts");
  const metadata = JSON.parse(fields.get("metadata") ?? "null") as object | null;
  const text = fields.get("text") ?? "";
  server.messages.push({
    channel,
    ts,
    thread_ts,
    user: BOT.user,
    text,
    blocks,
    ...(metadata && { metadata }),
  });
  return yes({ channel, ts });
}

function update({ messages, isFixed }: SlackServer, fields: URLSearchParams): PlatformAnswer {
  if (isFixed) return no("edit_window_closed");
  const ts = fields.get("ts");
  const message = messages.find((each) => each.channel === fields.get("channel") && each.ts === ts);
  if (!message) return no("message_not_found");
  const problem = problemOf(fields);
  if (problem !== undefined) return no(problem);
  message.text = fields.get("text") ?? "";
  message.blocks = JSON.parse(fields.get("blocks") ?? "[]") as SlackMessage["blocks"];
  return yes({ ts });
}

function remove({ messages }: SlackServer, fields: URLSearchParams): PlatformAnswer {
  const ts = fields.get("ts");
  const at = messages.findIndex((each) => each.channel === fields.get("channel") && each.ts === ts);
  if (at === -1) return no("message_not_found");
  messages.splice(at, 1);
  return yes({ ts });
}

function react({ reactions }: SlackServer, fields: URLSearchParams): PlatformAnswer {
  const name = fields.get("name") ?? "";
  if (!/^[a-z0-9_+-]+$/.test(name)) return no("invalid_name");
  const reaction = `${fields.get("channel")}:${fields.get("timestamp")} ${name}`;
  if (reactions.includes(reaction)) return no("already_reacted");
  reactions.push(reaction);
  return yes({});
}

function yes(body: object): PlatformAnswer {
  return { status: 200, body: JSON.stringify({ ok: true, ...body }) };
}

function no(error: string): PlatformAnswer {
  return { status: 200, body: JSON.stringify({ ok: false, error }) };
}
