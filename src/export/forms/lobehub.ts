/**
 * Exports of LobeHub: one object with the tables of sessions, topics and messages, of its older form (`state`) or of its database
 * (`data`). Undefined: the JSON is of another form.
 */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import type { Finding } from "../item.ts";
import { timeOf, type Utterance, wordsIn } from "../said.ts";
import { collectTree } from "./branch.ts";

type Row = Readonly<Record<string, unknown>>;

const rows = () =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((list) => list.filter(isRecord));
const Tables = z.looseObject({
  messages: z.array(z.unknown()).transform((list) => list.filter(isRecord)),
  sessions: rows(),
  topics: rows(),
  sessionGroups: rows(),
  agents: rows(),
  agentsToSessions: rows(),
});
type Tables = z.output<typeof Tables>;
const Export = z.union([
  z.looseObject({ state: Tables }).transform(({ state }) => state),
  z.looseObject({ data: Tables }).transform(({ data }) => data),
]);

export function readLobeHub(json: unknown): Finding[] | undefined {
  if (!isRecord(json) || Array.isArray(json["chat_messages"])) return undefined;
  const { data } = Export.safeParse(json);
  if (!data) return undefined;
  return [...agentsOf(data), ...conversationsOf(data)];
}

function conversationsOf(tables: Tables): Finding[] {
  const groups = new Map<string, Row[]>();
  for (const message of tables.messages) {
    const place = `${idOf(message["sessionId"])}/${idOf(message["topicId"])}`;
    const others = groups.get(place);
    if (others) others.push(message);
    else groups.set(place, [message]);
  }
  return [...groups].map(([place, messages]) => conversationOf(tables, place, messages));
}

function conversationOf(tables: Tables, place: string, messages: readonly Row[]): Finding {
  const [first] = messages;
  const session = tables.sessions.find(({ id }) => id === first?.["sessionId"]);
  const topic = tables.topics.find(({ id }) => id === first?.["topicId"]);
  const group = tables.sessionGroups.find(({ id }) => id === (session?.["groupId"] ?? session?.["group"]));
  const title = wordsIn(topic?.["title"]) ?? titleOf(session);
  const ordered = messages.toSorted((one, other) => timeIn(one) - timeIn(other));
  const said = collectTree({
    messages: linked(ordered),
    leaf: ordered.at(-1)?.["id"],
    parent: "parentId",
    heard,
    time: ({ createdAt }) => createdAt,
  }).end({
    source: `lobehub:${place}`,
    title,
    begun: timeOf(topic?.["createdAt"]),
    folder: wordsIn(group?.["name"]) ?? titleOf(session),
    is_pinned: topic?.["favorite"] === true || topic?.["favorite"] === 1,
  });
  if (said === "too_long") return { kind: "conversation", title: title ?? place, why: "too_long" };
  if (said.said.length === 0) return { kind: "conversation", title: title ?? place, why: "no_words" };
  return { kind: "conversation", format: "lobehub", value: said };
}

/** A person's message seldom names the one before: then it follows the newest before it. */
function linked(ordered: readonly Row[]): Readonly<Record<string, Row>> {
  const ids = new Set(ordered.map(({ id }) => id));
  return Object.fromEntries(
    ordered.map((message, index) => {
      const before = ordered[index - 1]?.["id"] ?? null;
      const parentId = ids.has(message["parentId"]) ? message["parentId"] : before;
      return [idOf(message["id"]), { ...message, parentId }];
    }),
  );
}

function heard({ role, content, createdAt, ...message }: Row): Utterance {
  const extra = isRecord(message["extra"]) ? message["extra"] : {};
  const model = wordsIn(message["model"]) ?? wordsIn(extra["fromModel"]);
  const provider = wordsIn(message["provider"]) ?? wordsIn(extra["fromProvider"]) ?? "lobehub";
  const isAnswer = role === "assistant";
  return {
    role: String(role),
    text: wordsIn(content) ?? "",
    at: timeOf(createdAt),
    ...(isAnswer && model !== undefined && { model: `${provider}/${model}` }),
  };
}

/** Agents with a system role: a session's own, or a row of the table of agents. */
function agentsOf({ sessions, agents }: Tables): Finding[] {
  const found = [...agents, ...sessions].flatMap((row): Finding[] => {
    const config = isRecord(row["config"]) ? row["config"] : row;
    const prompt = wordsIn(config["systemRole"]);
    const name = titleOf(row);
    if (prompt === undefined || name === undefined) return [];
    const value = { source: `lobehub:${idOf(row["id"])}`, name, prompt };
    return [{ kind: "agent", format: "lobehub", value }];
  });
  return found;
}

function titleOf(row: Row | undefined): string | undefined {
  return wordsIn(row?.["title"]) ?? (isRecord(row?.["meta"]) ? wordsIn(row["meta"]["title"]) : undefined);
}

function idOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function timeIn({ createdAt }: Row): number {
  return timeOf(createdAt) ?? 0;
}
