/** Snapshots of conversations for strangers: an allow-list of what leaves the conversation. Pure. */
import type { CitationPart, MediaPart, Message, Part } from "../domain/message.ts";
import type { SharedContents } from "./link.ts";

export type SharedPart =
  | { type: "text"; text: string }
  | { type: "tool"; name: string; input: string; result: string | null; is_error: boolean }
  | SharedFile
  | { type: "citation"; index: number; url: string; title: string; quote?: string };

export interface SharedFile {
  type: "file";
  kind: MediaPart["type"];
  /** Id of the snapshot's own copy. */
  file_id: string;
  name: string;
  media_type: string;
}

export interface SharedMessage {
  role: "user" | "assistant";
  /** Name of the agent; of a person only if names are included. */
  name: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  parts: SharedPart[];
}

export interface SharedSnapshot {
  title: string;
  messages: SharedMessage[];
}

/** Ids of copies by the ids of the files that they were made of. */
export type Copies = ReadonlyMap<string, string>;

/** A file that a snapshot needs a copy of. */
export interface WantedFile {
  id: string;
  /** Owner of the file, when it is not the conversation's. */
  owner?: string;
}

/** Pictures that a text shows, in Markdown. */
const PICTURE = /!\[[^\]]{0,500}\]\(\/api\/v1\/files\/(fil_\w+)[^)]{0,500}\)/g;
/** Markdown pictures and links to stored files, with their text. */
const TO_FILE = /!?\[([^\]]{0,500})\]\(\/api\/v1\/files\/(\w+)[^)]{0,500}\)/g;

/** Messages that strangers may see: without those of the system, and without an answer that is still being written. */
export function shareable(messages: readonly Message[]): Message[] {
  return messages.filter(({ role, status }) => role !== "system" && status !== "partial");
}

/** Files that the snapshot shows; none unless files are included. */
export function wantedFiles(messages: readonly Message[], contents: SharedContents): WantedFile[] {
  if (!contents.include_files) return [];
  const wanted = messages.flatMap(({ parts }) => parts.flatMap(filesOf));
  return [...new Map(wanted.map((file) => [file.id, file])).values()];
}

function filesOf(part: Part): WantedFile[] {
  if (part.type === "text") return [...part.text.matchAll(PICTURE)].map(([, id = ""]) => ({ id }));
  if (!isForPeople(part)) return [];
  return [{ id: part.file_id, ...(part.owner !== undefined && { owner: part.owner }) }];
}

/** Files of a tool's result are shown to the model; all others are for people. */
function isForPeople(part: Part): part is MediaPart {
  const isMedia = part.type === "image" || part.type === "audio" || part.type === "file";
  return isMedia && part.call_id === undefined;
}

/** `messages` as `shareable` returns them. A file without a copy is left out. */
export function snapshotOf(
  { title, messages }: { title: string; messages: readonly Message[] },
  contents: SharedContents,
  copies: Copies,
): SharedSnapshot {
  const shared = messages.map((message): SharedMessage => {
    const isAnswer = message.role === "assistant";
    const person = contents.include_names ? (message.author ?? null) : null;
    return {
      role: isAnswer ? "assistant" : "user",
      name: isAnswer ? (message.author ?? message.agent ?? null) : person,
      created_at: message.created_at,
      parts: message.parts.flatMap((part) => partOf(part, { message, contents, copies })),
    };
  });
  return { title, messages: shared.filter(({ parts }) => parts.length > 0) };
}

interface Surroundings {
  message: Message;
  contents: SharedContents;
  copies: Copies;
}

function partOf(part: Part, { message, contents, copies }: Surroundings): SharedPart[] {
  if (part.type === "text") return [{ type: "text", text: withCopies(part.text, copies) }];
  if (part.type === "citation") return isShown(part) ? [citationOf(part)] : [];
  if (part.type === "tool_call") return contents.include_tools ? [toolOf(part, message)] : [];
  return isForPeople(part) ? fileOf(part, copies) : [];
}

/** Titles and addresses of memory, mail and results of tools are their owner's. */
function isShown({ source_kind: kind = "page" }: CitationPart): boolean {
  return kind === "page" || kind === "report" || kind === "file";
}

/** Passages of the web alone: those of files are their owner's. */
function citationOf({ index, url, title, quote }: CitationPart): SharedPart {
  const isOfWeb = /^https?:/i.test(url);
  return { type: "citation", index, url, title, ...(isOfWeb && quote !== undefined && { quote }) };
}

function toolOf(call: Extract<Part, { type: "tool_call" }>, { parts }: Message): SharedPart {
  const result = parts.find((part) => part.type === "tool_result" && part.call_id === call.call_id);
  const told = result?.type === "tool_result" ? result : undefined;
  return {
    type: "tool",
    name: call.name,
    input: JSON.stringify(call.input ?? {}, null, 2),
    result: told?.content ?? null,
    is_error: told?.is_error ?? false,
  };
}

function fileOf(part: MediaPart, copies: Copies): SharedPart[] {
  const file_id = copies.get(part.file_id);
  if (file_id === undefined) return [];
  const { type: kind, name = "", media_type } = part;
  return [{ type: "file", kind, file_id, name, media_type }];
}

/** Pictures lead to their copies; of all other files only the words remain. */
function withCopies(text: string, copies: Copies): string {
  return text.replace(TO_FILE, (whole, words: string, id: string) => {
    const copy = copies.get(id);
    return copy === undefined ? words : whole.replace(/\/api\/v1\/files\/[^)]*/, `/api/v1/files/${copy}`);
  });
}
