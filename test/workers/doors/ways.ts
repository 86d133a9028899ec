/** Every way by which somebody can get an agent to answer, each with the routes that it goes by. */
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi } from "../api.ts";
import { type Caller, send, type Town, wordsOf } from "./town.ts";

export interface Try {
  by: Caller;
  /** Slug of the agent that is to answer, `wordsOf(mark)` to be said to it. */
  agent: string;
  mark: string;
  town: Town;
}

export interface Way {
  name: string;
  /** As `nameOf` has them. */
  routes: readonly string[];
  /** Members alone are let that far; else everybody. */
  members?: true;
  /** Tries to get there, and resolves when nothing of it runs any more. */
  go(to: Try): Promise<unknown>;
}

/** The house's own agent has another one. */
const MODEL = "openai/told";

interface Told {
  id: string;
  conversation_id: string;
  message_id: string;
  path: string;
  secret: string;
}

async function json(response: Promise<Response>): Promise<Partial<Told>> {
  return (await (await response).json()) as Partial<Told>;
}

/** A conversation of theirs with an agent that talks to everybody. */
async function begun({ by, town }: Try): Promise<string> {
  const made = await json(by.ask("POST", "/conversations", { agent: town.agents.everyone }));
  return made.id ?? "";
}

/** Whoever owns it is asked: to others it may not be open any more. */
function atRest(id: string | undefined): Promise<void> {
  if (id === undefined) return Promise.resolve();
  return soon(async () => {
    const { turn } = await callApi<{ turn: unknown }>("GET", `/conversations/${id}`);
    if (turn !== null) throw new Error("It runs.");
  });
}

async function said({ by, mark }: Try, id: string | undefined, more: object = {}): Promise<void> {
  await by.ask("POST", `/conversations/${id}/messages`, { text: wordsOf(mark), model: MODEL, ...more });
  await atRest(id);
}

async function bySender({ by, town, mark }: Try, second: { message: string; agent?: string }): Promise<void> {
  const sender = `sender-${mark}`;
  await by.ask("POST", "/chat", { sender, agent: town.agents.everyone, message: tell({ text: ["Hi."] }) });
  await by.ask("POST", "/chat", { sender, ...second });
}

async function byPreference(method: "PATCH" | "PUT", to: Try): Promise<void> {
  const { by, agent, mark } = to;
  await by.ask(method, "/preferences", { default_agent: agent });
  await by.ask("POST", "/chat", { message: wordsOf(mark), model: MODEL });
  await by.ask("PATCH", "/preferences", { default_agent: null });
}

function byTool(tool: "spawn_agent" | "delegate", { by, agent, mark, town }: Try): Promise<unknown> {
  const calls = [call(`call_${mark.replaceAll(/\W/g, "")}`, tool, { agent, task: wordsOf(mark) })];
  const message = tell({ calls }, { text: ["Handed on."] });
  return by.ask("POST", "/chat", { agent: town.agents.everyone, message });
}

async function byHook(
  { by, agent, mark, town }: Try,
  change: (id: string) => Promise<unknown>,
): Promise<void> {
  const own = { name: "Post", instructions: wordsOf(mark) };
  const hook = await json(by.ask("POST", "/hooks", { ...own, agent }));
  const other = { ...own, agent: town.agents.everyone };
  const made = hook.id === undefined ? await json(by.ask("POST", "/hooks", other)) : hook;
  if (hook.id === undefined) await change(made.id ?? "");
  await send({ authorization: `Bearer ${made.secret}` }, made.path ?? "/", { body: { subject: "News" } });
  const { items } = (await json(by.ask("GET", `/hooks/${made.id}/deliveries`))) as {
    items?: Partial<Told>[];
  };
  await atRest(items?.[0]?.conversation_id);
}

interface Run {
  last_run: { state: string } | null;
}

async function bySchedule({ by, agent, mark, town }: Try): Promise<void> {
  const own = { name: "Tea", text: wordsOf(mark), cron: "0 9 1 1 *", time_zone: "UTC", runs_in: "isolated" };
  const made = await json(by.ask("POST", "/schedules", { ...own, agent }));
  const { id } =
    made.id === undefined
      ? await json(by.ask("POST", "/schedules", { ...own, agent: town.agents.everyone }))
      : made;
  if (made.id === undefined) await by.ask("PATCH", `/schedules/${id}`, { agent });
  await by.ask("POST", `/schedules/${id}/run`, {});
  await soon(async () => {
    const { last_run } = (await (await by.ask("GET", `/schedules/${id}`)).json()) as Run;
    if (last_run === null || ["queued", "running"].includes(last_run.state)) throw new Error("It runs.");
  });
}

/** A reader of a conversation of the operator's forks it, and the agent comes with the fork. */
async function byFork(to: Try): Promise<void> {
  const { by, agent } = to;
  const message = tell({ text: ["Of the operator."] });
  const { conversation_id, message_id } = await callApi<Told>("POST", "/chat", { agent, message });
  await callApi("PUT", `/conversations/${conversation_id}/members/${by.id}`, { rights: ["read"] });
  const { id } = await json(by.ask("POST", `/conversations/${conversation_id}/fork`, { message_id }));
  if (id !== undefined) await said(to, id);
}

/** The words were answered by an agent for everyone, and are to be answered again by another one. */
async function byRegenerating(to: Try): Promise<void> {
  const { by, agent } = to;
  const id = await begun(to);
  await said(to, id);
  await by.ask("PATCH", `/conversations/${id}`, { agent });
  const { items } = await callApi<{ items: { id: string; role: string }[] }>(
    "GET",
    `/conversations/${id}/messages`,
  );
  const answer = items.find(({ role }) => role === "assistant");
  await by.ask("POST", `/conversations/${id}/regenerate`, { message_id: answer?.id });
  await atRest(id);
}

/** The words were answered by an agent for everyone, and are to be replayed with another one. */
async function byReplaying(to: Try): Promise<void> {
  const { by, agent } = to;
  const id = await begun(to);
  await said(to, id);
  const { items } = await callApi<{ items: { id: string }[] }>("GET", `/conversations/${id}/turns`);
  await by.ask("POST", `/conversations/${id}/turns/${items[0]?.id}/replay`, { agent });
}

/** The words were answered by an agent for everyone, and a set with that turn is run with another one. */
async function byReplaySet(to: Try): Promise<void> {
  const { by, agent } = to;
  const id = await begun(to);
  await said(to, id);
  const { items } = await callApi<{ items: { id: string }[] }>("GET", `/conversations/${id}/turns`);
  const set = await json(by.ask("POST", "/replay-sets", { name: "A set" }));
  await by.ask("POST", `/replay-sets/${set.id}/turns`, { conversation_id: id, turn_id: items[0]?.id });
  const run = await json(by.ask("POST", `/replay-sets/${set.id}/runs`, { agent }));
  if (run.id === undefined) return;
  await soon(async () => {
    const { status } = (await (await by.ask("GET", `/replay-runs/${run.id}`)).json()) as { status: string };
    if (status === "running") throw new Error("It runs.");
  });
}

async function byMcp({ by, agent, mark }: Try): Promise<void> {
  const params = { name: "ask", arguments: { to: agent, message: wordsOf(mark) } };
  const accept = "application/json, text/event-stream";
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  await (await send({ ...by.headers, accept }, "/mcp", { body })).text();
}

export const WAYS: readonly Way[] = [
  {
    name: "named to begin with",
    routes: ["POST /chat"],
    go: ({ by, agent, mark }) => by.ask("POST", "/chat", { agent, message: wordsOf(mark) }),
  },
  {
    name: "named in a conversation that there is",
    routes: ["POST /chat"],
    go: async (to) => {
      const conversation_id = await begun(to);
      return to.by.ask("POST", "/chat", { conversation_id, agent: to.agent, message: wordsOf(to.mark) });
    },
  },
  {
    name: "named in a sender's thread",
    routes: ["POST /chat"],
    go: (to) => bySender(to, { agent: to.agent, message: wordsOf(to.mark) }),
  },
  {
    name: "named by the words of a sender's thread",
    routes: ["POST /chat"],
    go: (to) => bySender(to, { message: `@${to.agent} ${wordsOf(to.mark)}` }),
  },
  {
    name: "preferred",
    routes: ["PATCH /preferences"],
    go: (to) => byPreference("PATCH", to),
  },
  {
    name: "preferred, all said",
    routes: ["PUT /preferences"],
    go: (to) => byPreference("PUT", to),
  },
  {
    name: "of a conversation that is opened",
    routes: ["POST /conversations"],
    go: async (to) => said(to, (await json(to.by.ask("POST", "/conversations", { agent: to.agent }))).id),
  },
  {
    name: "named by a message",
    routes: ["POST /conversations/:id/messages"],
    go: async (to) => said(to, await begun(to), { agent: to.agent }),
  },
  {
    name: "given to a conversation",
    routes: ["PATCH /conversations/:id"],
    go: async (to) => {
      const id = await begun(to);
      await to.by.ask("PATCH", `/conversations/${id}`, { agent: to.agent });
      await said(to, id);
    },
  },
  { name: "taken along by a fork", routes: ["POST /conversations/:id/fork"], go: byFork },
  {
    name: "asked to answer again",
    routes: ["POST /conversations/:id/regenerate"],
    go: byRegenerating,
  },
  {
    name: "asked to replay a turn",
    routes: ["POST /conversations/:id/turns/:turn/replay"],
    go: byReplaying,
  },
  {
    name: "asked to run a set of turns",
    routes: ["POST /replay-sets/:id/runs"],
    members: true,
    go: byReplaySet,
  },
  {
    name: "told of something",
    routes: ["POST /notify"],
    go: async ({ by, agent, mark }) => {
      const told = by.ask("POST", "/notify", { agent, message: wordsOf(mark) });
      await atRest((await json(told)).conversation_id);
    },
  },
  {
    name: "by a schedule",
    routes: ["POST /schedules", "PATCH /schedules/:id"],
    members: true,
    go: bySchedule,
  },
  {
    name: "by a hook",
    routes: ["POST /hooks", "PATCH /hooks/:id"],
    members: true,
    go: (to) => byHook(to, (id) => to.by.ask("PATCH", `/hooks/${id}`, { agent: to.agent })),
  },
  {
    name: "as a model of OpenAI's API",
    routes: [
      "POST /v1/chat/completions",
      "POST /chat/completions",
      // The same call in other shapes.
      "POST /v1/responses",
      "POST /v1/messages",
    ],
    go: async ({ by, agent, mark }) => {
      const messages = [{ role: "user", content: wordsOf(mark) }];
      return (await send(by.headers, "/v1/chat/completions", { body: { model: agent, messages } })).text();
    },
  },
  { name: "by a program of the Model Context Protocol", routes: ["POST /mcp"], go: byMcp },
  { name: "as a sub-agent", routes: [], go: (to) => byTool("spawn_agent", to) },
  {
    name: "as a delegate",
    routes: [],
    go: async (to) => {
      const response = await byTool("delegate", to);
      const { conversation_id } = await json(Promise.resolve(response as Response));
      await soon(async () => {
        const path = `/conversations/${conversation_id}/children`;
        const { items } = await callApi<{ items: { state: string }[] }>("GET", path);
        if (items.some(({ state }) => state === "running")) throw new Error("It runs.");
      });
    },
  },
];

/** Routes that name an agent, a room or a conversation and lead to no other agent, each with why. */
export const LEADS_NOWHERE: Readonly<Record<string, string>> = {
  "POST /research":
    "asks who may use the agent, and takes its rules and models alone: its words are no part of a run",
  "POST /speech/recordings": "reads a text aloud in the agent's voice: the agent reads none of it",
  "POST /routing/explain": "tells, and nobody answers",
  "DELETE /grants": "takes a permission back",
  "POST /grants": "gives a permission, and nobody answers",
  "POST /conversations/:id/head": "chooses a branch",
  "POST /conversations/:id/halt": "stops a turn",
  "POST /conversations/:id/answers": "goes on with a turn, as whoever has caused it",
  "POST /conversations/:id/approvals": "goes on with a turn, as whoever has caused it",
  "POST /conversations/:id/spoken-replies": "goes on with a turn, as whoever has caused it",
  "POST /conversations/:id/places": "the conversation stays the same one",
  "POST /conversations/:id/compact": "of the owner alone, by the conversation's own agent",
  "POST /conversations/:id/undo-compact": "asks nobody",
  "POST /conversations/:id/deliveries/:delivery/retry": "sends what was answered",
  "POST /conversations/:id/read": "notes what was read",
  "POST /conversations/:id/follow-ups": "asks the fast model, and no agent",
  "POST /conversations/:id/shared-links": "shows a copy of what was said",
  "POST /v1/messages/count_tokens": "counts",
  "POST /v1/responses/:id/cancel": "stops a turn",
  "DELETE /v1/responses/:id": "deletes messages",
  "PATCH /rooms/:room": "changes what a room is; who is in it is asked at its door and of each turn",
};

/** By which somebody comes into a room. */
export const ROOM_ROUTES = [
  "POST /rooms/:room/session/start",
  "POST /rooms/:room/message",
  "POST /rooms/:room/session/end",
];
