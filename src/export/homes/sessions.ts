/** Conversations of a home folder: a file of JSON lines for each session, or an object with its messages. */
import { z } from "zod";
import { isRecord, parseJson } from "../../platform/json.ts";
import { type ImportFile, textOfFile } from "../files/byte-source.ts";
import { collectTree } from "../forms/branch.ts";
import type { Finding } from "../item.ts";
import { type ImportedConversation, timeOf, type Utterance, wordsIn } from "../said.ts";
import type { Unit } from "../units.ts";

/** Bytes of one session, with all that its tools said. */
const MOST_OF_ONE = 20_000_000;

type Entry = Readonly<Record<string, unknown>>;

export interface SessionOf {
  format: string;
  /** Folder that its conversations go to. */
  folder: string;
}

/** A unit with the conversation of one file of JSON lines. */
export function sessionIn(file: ImportFile, of: SessionOf): Unit {
  const { path, size } = file;
  return {
    size: Math.min(size, MOST_OF_ONE),
    async findings() {
      if (size > MOST_OF_ONE) return [{ kind: "conversation", title: path, why: "too_long" }];
      const text = await textOfFile(file, MOST_OF_ONE);
      if (text === undefined) return [{ kind: "conversation", title: path, why: "damaged" }];
      const whole = parseJson(text);
      const lines = isRecord(whole) ? [whole] : text.split("\n").map(parseJson);
      return conversationsIn(lines.filter(isRecord), path, of);
    },
  };
}

function conversationsIn(lines: readonly Entry[], path: string, of: SessionOf): Finding[] {
  const wholes = lines.flatMap((line) => readSession(line, of) ?? []);
  if (wholes.length > 0) return wholes;
  const id = wordsIn(lines.find(({ type }) => type === "session")?.["id"]) ?? baseOf(path);
  return [finding(conversationOf(lines, { ...of, id, title: undefined }), path, of.format)];
}

const Session = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  session_id: z.string().optional(),
  title: z.string().nullish().catch(undefined),
  messages: z.array(z.unknown()),
});

/** A session as one object, as Hermes exports it; undefined: it is something else. */
export function readSession(json: unknown, of: SessionOf): Finding[] | undefined {
  const { data } = Session.safeParse(json);
  const id = data?.session_id ?? data?.id;
  if (!data || id === undefined) return undefined;
  const messages = data.messages.filter(isRecord);
  const model = wordsIn(data["model"]);
  const given = { ...of, id: String(id), title: data.title, model };
  return [finding(conversationOf(messages, given), data.title ?? String(id), of.format)];
}

function finding(past: ImportedConversation | "too_long", title: string, format: string): Finding {
  if (past === "too_long") return { kind: "conversation", title, why: "too_long" };
  if (past.said.length === 0) return { kind: "conversation", title, why: "no_words" };
  return { kind: "conversation", format, value: past };
}

interface Given extends SessionOf {
  id: string;
  title: string | null | undefined;
  model?: string | undefined;
}

function conversationOf(entries: readonly Entry[], { id, title, format, folder, model }: Given) {
  const messages = linked(entries.filter(({ type }) => type !== "session"));
  return collectTree({
    messages,
    leaf: Object.keys(messages).at(-1),
    parent: "parentId",
    heard: (entry) => heardIn(entry, format, model),
    time: ({ timestamp }) => timestamp,
  }).end({ source: `${format}:${id}`, title, begun: undefined, folder });
}

/** Entries without ids follow each other. */
function linked(entries: readonly Entry[]): Readonly<Record<string, Entry>> {
  const idAt = (index: number) => wordsIn(entries[index]?.["id"]) ?? `#${index}`;
  const ids = new Set(entries.map((_, index) => idAt(index)));
  return Object.fromEntries(
    entries.map((entry, index) => {
      const { parentId: named } = entry;
      const parentId =
        typeof named === "string" && ids.has(named) ? named : index > 0 ? idAt(index - 1) : null;
      return [idAt(index), { ...entry, parentId }];
    }),
  );
}

function heardIn(entry: Entry, format: string, usual: string | undefined): Utterance | undefined {
  const message = isRecord(entry["message"]) ? entry["message"] : entry;
  const { role, content, timestamp } = message;
  if (typeof role !== "string") return undefined;
  const text = withoutEnvelope(wordsOf(content));
  if (IS_HEARTBEAT.test(text)) return undefined;
  const model = wordsIn(message["model"]) ?? usual;
  const provider = wordsIn(message["provider"]) ?? format;
  return {
    role,
    text,
    at: timeOf(entry["timestamp"]) ?? timeOf(timestamp),
    ...(role === "assistant" && model && { model: model.includes("/") ? model : `${provider}/${model}` }),
  };
}

/** Checks that the program makes by itself, and their answers. */
const IS_HEARTBEAT = /^(?:HEARTBEAT_OK|NO_REPLY|\[SILENT\])\s*$|^Read HEARTBEAT\.md\b/;

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = (Array.isArray(content) ? content : []).filter(isRecord);
  return parts
    .filter(({ type }) => type === "text")
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("\n\n");
}

/** Place, name and time that a chat puts before a message, and its id behind it. */
function withoutEnvelope(text: string): string {
  return text
    .replace(/^\[[A-Z][^\]\n]{4,200}\d{2}:\d{2}[^\]\n]{0,40}\]\s*/, "")
    .replace(/\s*\[message_id: [^\]\n]{1,100}\]\s*$/, "")
    .trim();
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl?$/, "");
}
