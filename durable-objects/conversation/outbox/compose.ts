/** Composes the part of a turn that goes to people on a channel, cut into texts that the channel accepts. */

import type { CallRecord, StepRecord, TurnOutcome } from "../../../src/agent/turn.ts";
import type { ChannelPort, Chunk, FamilyMessage, Prompt } from "../../../src/channels/channel.ts";
import { splitText } from "../../../src/channels/split.ts";
import type { ChildAsk, ChildQuestion } from "../../../src/domain/conversation/child-asks.ts";
import type { CallId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { MediaPart, Part } from "../../../src/domain/message.ts";
import { citedOnce } from "../../../src/domain/sources/cited.ts";
import { cautionText } from "../../../src/domain/text/approval-words.ts";
import { oneLine } from "../../../src/domain/text/hidden-text.ts";
import type { Translate } from "../../../src/domain/text/translated/for-people.ts";
import { wordsIn } from "../../../src/domain/text/translated/in-language.ts";
import type { DeliveryKind } from "../rows/outgoing/deliveries.ts";
import type { Speech } from "../rows/schema/stored-json.ts";
import { approvalPrompt } from "./approval-prompt.ts";

export interface Draft {
  kind: DeliveryKind;
  chunks: (Chunk | FamilyMessage | Speech)[];
  /** Number of texts and files of the answer covered so far. */
  texts: number;
}

/** Limit of one reply: more than a screenful of messages is read in the conversation instead. */
const MOST_CHUNKS = 50;
const REST = "The answer goes on: read the rest in the web app.";
/** Markup and hidden addresses take room too: this many times the limit surely holds the first message. */
const FIRST_OF = 4;

export type FinalOutcome = Exclude<TurnOutcome, { status: "parked" }>;

/** An answer in its present state, and its destination. */
export interface Saying {
  parts: readonly Part[];
  /** Number of its texts and files that were delivered already, when the turn parked. */
  deliveredSoFar: number;
  /** Undefined when the channel is not set up. */
  port: ChannelPort | undefined;
  /** Language of Nightjar's own texts there. */
  language?: Source["language"] | undefined;
  /** Set when the answer is to be spoken as well. */
  aloud?: Aloud;
  /** Name of the speaker when there are several, since a chat shows one bot for all of them. */
  speaker?: string | undefined;
}

/** `voice`: the agent's own, if it has one. */
export interface Aloud {
  voice: string | null;
}

/** The undelivered part of the answer. Undefined when there is nothing to say. */
export function draftOfEnd(saying: Saying, outcome: FinalOutcome): Draft | undefined {
  const { parts, language } = saying;
  const { chunks, texts } = said(saying);
  const say = wordsIn(language);
  const closing = [sourcesOf(parts, say), outcome.status === "completed" ? "" : say(outcome.reason)];
  const all = [...chunks, ...textChunk(closing.filter((text) => text !== "").join("\n\n"))];
  if (all.length === 0) return undefined;
  const unnamed = { ...saying, speaker: undefined };
  const speech = outcome.status === "completed" ? speechOf(said(unnamed).chunks, saying) : [];
  const kind = outcome.status === "failed" ? "failure" : "reply";
  return { kind, chunks: [...merged(all, saying), ...speech], texts };
}

/** Longest part of an answer that is read aloud, in Markdown. */
const MOST_SPOKEN = 16_000;

/** Comes after the text, which does not wait for a voice. Its words are found when it is recorded. */
function speechOf(chunks: readonly Chunk[], { aloud, port }: Saying): Speech[] {
  if (!aloud || !port?.limits.media.includes("audio")) return [];
  const text = chunks.flatMap((chunk) => (chunk.type === "text" ? [chunk.text] : [])).join("\n\n");
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  return [
    {
      type: "speech",
      text: text.slice(0, MOST_SPOKEN).toWellFormed(),
      ...(aloud.voice !== null && { voice: aloud.voice }),
    },
  ];
}

/** The first undelivered message of the answer so far; undefined when there is none. */
export function firstText(saying: Saying): string | undefined {
  const { port } = saying;
  const first = joined(said(saying).chunks).find((chunk) => chunk.type === "text");
  // The rest of a long answer does not affect the first message, and is slow to cut.
  const text = first?.text.slice(0, port && FIRST_OF * port.limits.text_length) ?? "";
  const [chunk] = textChunks(text, port);
  return chunk?.type === "text" ? chunk.text : undefined;
}

/**
 * The undelivered text so far, and what the turn waits for. Undefined when it only waits for a child or a
 * job, without anything to say.
 */
export function draftOfPark(saying: Saying, steps: readonly StepRecord[]): Draft | undefined {
  const { port, language } = saying;
  const { chunks, texts } = said(saying);
  const newest = (steps.at(-1)?.calls ?? []).filter(isNewest);
  const open = newest.flatMap((record) => promptOf(record, language));
  const prompts = open.flatMap(({ text, prompt }) => promptChunks(text, prompt, port));
  const all = [...merged(chunks, saying), ...prompts, ...allAtOnce(open, wordsIn(language))];
  if (all.length === 0) return undefined;
  return { kind: open[0]?.prompt.kind ?? "reply", chunks: all, texts };
}

/** Words for all calls that wait, below the last of them. */
function allAtOnce(open: readonly { prompt: Prompt }[], say: Translate): Chunk[] {
  const calls = open.filter(({ prompt }) => prompt.kind === "approval").length;
  if (calls < 2) return [];
  return textChunk(
    say(`${calls} calls wait for you. Answer **allow all** or **deny all** to decide about all of them.`),
  );
}

/** An agent's unasked message. Undefined when there is nothing to say. */
export function draftOfUnasked(saying: Omit<Saying, "deliveredSoFar">): Draft | undefined {
  return draftOfEnd({ ...saying, deliveredSoFar: 0 }, { status: "completed", parts: [] });
}

type Carried = Extract<Part, { type: "text" }> | MediaPart;

function said({ parts, deliveredSoFar, port, speaker, language }: Saying): {
  chunks: Chunk[];
  texts: number;
} {
  const carried = parts.filter(isCarried);
  const chunks = carried
    .slice(deliveredSoFar)
    .flatMap((part): Chunk[] =>
      part.type === "text" ? textChunk(part.text) : [mediaChunk(part, { port, language })],
    );
  return { chunks: deliveredSoFar === 0 ? named(chunks, speaker) : chunks, texts: carried.length };
}

/** Puts the speaker's name before the first words. */
function named(chunks: Chunk[], speaker: string | undefined): Chunk[] {
  const at = chunks.findIndex(({ type }) => type === "text");
  return chunks.map((chunk, index) =>
    chunk.type === "text" && index === at && speaker !== undefined
      ? { ...chunk, text: `**${speaker}:** ${chunk.text}` }
      : chunk,
  );
}

function isCarried(part: Part): part is Carried {
  return part.type === "text" || part.type === "image" || part.type === "audio" || part.type === "file";
}

function textChunk(text: string): Chunk[] {
  return text.trim() === "" ? [] : [{ type: "text", text: text.trim() }];
}

function mediaChunk(media: MediaPart, { port, language }: Pick<Saying, "port" | "language">): Chunk {
  if (!port || port.limits.media.includes(media.type)) return { type: "media", media };
  const name = oneLine(media.name ?? media.file_id);
  return { type: "text", text: wordsIn(language)(keptText(media.type, name)) };
}

function keptText(type: MediaPart["type"], name: string): string {
  if (type === "image") return `[Picture: ${name}, kept in the conversation]`;
  return type === "audio"
    ? `[Recording: ${name}, kept in the conversation]`
    : `[File: ${name}, kept in the conversation]`;
}

/** Joins neighbouring texts, then cuts them to the channel's limits. */
function merged(chunks: readonly Chunk[], { port, language }: Pick<Saying, "port" | "language">): Chunk[] {
  const cut = joined(chunks).flatMap((chunk) =>
    chunk.type === "text" ? textChunks(chunk.text, port) : [chunk],
  );
  if (cut.length <= MOST_CHUNKS) return cut;
  return [...cut.slice(0, MOST_CHUNKS - 1), { type: "text", text: wordsIn(language)(REST) }];
}

function joined(chunks: readonly Chunk[]): Chunk[] {
  const all: Chunk[] = [];
  for (const chunk of chunks) {
    const last = all.at(-1);
    if (chunk.type === "text" && last?.type === "text")
      all[all.length - 1] = { type: "text", text: `${last.text}\n\n${chunk.text}` };
    else all.push(chunk);
  }
  return all;
}

/** Without a channel its limits are unknown: the delivery fails, and keeps the text whole. */
function textChunks(text: string, port: ChannelPort | undefined): Chunk[] {
  if (!port) return textChunk(text);
  const measure = { limit: port.limits.text_length, length: (part: string) => port.render(part).length };
  return splitText(text, measure).map((part) => ({ type: "text", text: part }));
}

/** The last text of a question carries its buttons. */
function promptChunks(text: string, prompt: Prompt, port: ChannelPort | undefined): Chunk[] {
  const chunks = textChunks(text, port);
  const last = chunks.at(-1);
  return last?.type === "text" ? [...chunks.slice(0, -1), { ...last, prompt }] : chunks;
}

function isNewest(record: CallRecord, index: number, records: readonly CallRecord[]): boolean {
  return !records.slice(index + 1).some((later) => later.call_id === record.call_id);
}

/** A child's question or approval, for the person whom its parent's turn answers. */
export function draftOfAsked(
  { name, call_id }: { name: string; call_id: CallId },
  ask: ChildAsk,
  { port, language }: Pick<Saying, "port" | "language">,
): Draft {
  const { text, prompt } =
    ask.type === "question" ? questionPrompt(call_id, ask, language) : approvalPrompt(call_id, ask, language);
  const asking = `${wordsIn(language)(`${name} asks:`)} ${text}`;
  return { kind: ask.type, chunks: promptChunks(asking, prompt, port), texts: 0 };
}

function questionPrompt(
  call_id: CallId,
  { question, options, caution }: Pick<ChildQuestion, "question" | "options" | "caution">,
  language: Saying["language"],
): { text: string; prompt: Prompt } {
  const list = options.map((option, index) => `${index + 1}. ${option}`).join("\n");
  const text = [wordsIn(language)(cautionText(caution)), question, list]
    .filter((part) => part !== "")
    .join("\n\n");
  const choices = options.map((option) => ({ label: option, value: option }));
  return { text, prompt: { call_id, kind: "question", options: choices } };
}

function promptOf(record: CallRecord, language: Saying["language"]): { text: string; prompt: Prompt }[] {
  if (record.state !== "parked") return [];
  const { call_id, parked } = record;
  if (parked.kind === "question") return [questionPrompt(call_id, parked, language)];
  return parked.kind === "approval" ? [approvalPrompt(call_id, parked, language)] : [];
}

function sourcesOf(parts: readonly Part[], say: Translate): string {
  const lines = citedOnce(parts).map(({ index, url, title, source_id }, at) => {
    // The numbers of sources that were read are those in the text; a provider's own stand in no text.
    const number = source_id === undefined ? `${at + 1}.` : `[${index}]`;
    const isAddress = /^https?:/i.test(url);
    return `${number} ${isAddress ? `[${title || url}](${url})` : title}`;
  });
  return lines.length > 0 ? `${say("Sources:")}\n${lines.join("\n")}` : "";
}
