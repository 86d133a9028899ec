/**
 * The model's context, from most to least stable, so that a provider's cache covers the longest prefix: the
 * agent's identity, its knowledge and abilities, the history, and last the dynamic block, on the newest
 * message.
 */
import type { Agent } from "../../domain/agent.ts";
import { type Voice, voicesOf } from "../../domain/conversation/voices.ts";
import { isQuote, type MediaPart, type Message, type Part, type TextPart } from "../../domain/message.ts";
import { markOf, markUntrusted } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { messagesOfAnswer } from "../loop/assemble.ts";
import type { ModelMessage, SystemBlock, UserBlock } from "../ports/model.ts";
import { addressOf, isGiven, numbersOfGiven } from "../sources/given.ts";
import type { TurnContext } from "../turn.ts";
import {
  attributeMessage,
  attributeQuote,
  neutraliseMarks,
  wordsOfAgent,
  wordsOfPerson,
} from "./attribution.ts";
import { type ContextFile, sectionOf } from "./files.ts";
import { holdsUntrusted } from "./moment.ts";

/** Summary that replaces the messages before the first of `messages`. */
export interface Summary {
  text: string;
  /** Number of messages it replaces. */
  messages: number;
  /** Some of their content came from outside. */
  tainted: boolean;
  /** The owner has looked at it: it is marked, and taints no turn. */
  is_checked?: boolean;
  /** People who had spoken in them, as in `Reading`. */
  heard: readonly string[];
}

export interface ContextInput {
  /** The agent that reads. */
  agent: Agent;
  /** The conversation's owner. */
  owner: string;
  /** The model takes small requests: its rules are short, and long sections stay out. */
  isLight?: boolean;
  /** Files that define the agent. */
  files?: readonly ContextFile[];
  /** Rules of the house. */
  rules?: string;
  /** Text about the place it speaks in: the same for all conversations there. */
  place?: string;
  /** Custom instructions of the person. */
  instructions?: string;
  /** Sections that change seldom: skills, capabilities, standing memory. */
  semi_stable: readonly string[];
  summary?: Summary | undefined;
  /** Newest last; this turn answers the last one. */
  messages: readonly Message[];
  /** ISO 8601: the owner has looked at what came from outside until then, so it taints no turn. */
  checked_at?: string | undefined;
  dynamic: string;
  /** Loads a file for the call; undefined when it is gone. */
  media(part: MediaPart): UserBlock | undefined;
}

/** Characters: in small requests, tools and recalled memories stand in for a longer section. */
const LONGEST_LIGHT_SECTION = 1_000;

export function buildContext(input: ContextInput): TurnContext {
  const { agent, owner, summary } = input;
  const { names } = voicesOf(input.messages, { agent: agent.slug, owner, earlier: summary?.heard ?? [] });
  const files = { media: input.media, numbers: numbersOfGiven(input.messages) };
  const shown = input.messages.map((message, index) => modelMessages(message, names[index], files));
  const history = shown.slice(0, -1).flat();
  const newest = shown.at(-1) ?? [];
  const asker = names.at(-1);
  const { checked_at = "" } = input;
  const hasRead =
    (summary?.tainted === true && !summary.is_checked) ||
    input.messages.some((message) => message.created_at > checked_at && isTainted(message));
  const recalls = holdsUntrusted(input.dynamic);
  return {
    system: systemBlocks(input),
    messages: [...history, ...withDynamic(newest, input.dynamic)],
    history_length: history.length,
    dynamic: input.dynamic,
    ...(asker && { asker }),
    tainted: hasRead || recalls,
    ...(recalls && !hasRead && { only_recalled: true }),
    seen_urls: input.messages.flatMap(shownIn),
    said: input.messages,
  };
}

const MOST_OF_ROLE = 2_000;

function systemBlocks(input: ContextInput): SystemBlock[] {
  const { agent, files = [], place = "", instructions = "", semi_stable, summary } = input;
  const { rules = "", isLight = false } = input;
  const role = agent.role ? ` ${oneLine(agent.role, MOST_OF_ROLE)}` : "";
  const stable = [
    `You are ${oneLine(agent.name)}.${role}`,
    agent.instructions.trim(),
    ...files.map(sectionOf),
    rules,
    place,
  ];
  const sections = isLight
    ? semi_stable.filter(({ length }) => length <= LONGEST_LIGHT_SECTION)
    : semi_stable;
  const rest = [instructions, ...sections, ...(summary ? [summarySection(summary)] : [])];
  const blocks: SystemBlock[] = [
    { tier: "stable", text: joined(stable), ...(place !== "" && { keep: "1h" }) },
  ];
  const text = joined(rest);
  return text === "" ? blocks : [...blocks, { tier: "semi-stable", text }];
}

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== "").join("\n\n");
}

function summarySection({ text, messages, tainted }: Summary): string {
  const words = text.replaceAll(/<\/?summary>/gi, "").trim();
  const body = tainted ? markUntrusted(words, { mark: markOf(words), source: "summary" }) : words;
  return `The conversation began earlier. Its first ${messages} messages in short:\n<summary>\n${body}\n</summary>`;
}

interface Media extends Pick<ContextInput, "media"> {
  /** Numbers of attached files and quoted mails as sources, by their addresses. */
  numbers: ReadonlyMap<string, number>;
}

/** Rendering of a message: for the agent that wrote it, under somebody's name, or without a name. */
type Form = "own" | "named" | "plain";

/**
 * Cache of rendered messages by form. Messages never change, and a long history is given again and again, to
 * several agents. An entry lives as long as its message.
 */
const rendered = new WeakMap<Message, Partial<Record<Form, ModelMessage[]>>>();

function modelMessages(message: Message, voice: Voice | undefined, input: Media): ModelMessage[] {
  const form: Form = voice ? "named" : message.role === "assistant" ? "own" : "plain";
  const known = rendered.get(message);
  const kept = known?.[form];
  if (kept) return kept;
  const made = render(message, voice, input);
  if (!message.parts.some((part) => isMedia(part) || isGiven(part)))
    rendered.set(message, { ...known, [form]: made });
  return made;
}

function render(message: Message, voice: Voice | undefined, input: Media): ModelMessage[] {
  if (message.role === "assistant")
    return voice
      ? overheard(message, voice)
      : messagesOfAnswer(message.parts, { mark: markOf(message.id), media: input.media });
  const content = voice ? named(message, voice, input) : plain(message, input);
  return content.length > 0 ? [{ role: "user", content }] : [];
}

/** Another agent's answer: its words, without its steps. */
function overheard(message: Message, voice: Voice): ModelMessage[] {
  const words = wordsOfAgent(message);
  return words === ""
    ? []
    : [
        {
          role: "user",
          content: [{ type: "text", text: attributeMessage(voice, words, { mark: markOf(message.id) }) }],
        },
      ];
}

function named(message: Message, voice: Voice, files: Media): UserBlock[] {
  const mark = markOf(message.id);
  const quotes = message.parts.flatMap((part) => besideWords(part, mark, files));
  const words = wordsOfPerson(message);
  if (words === "" && quotes.length === 0) return [];
  const shown = message.parts.flatMap((part) => (isMedia(part) ? shownFile(part, files) : []));
  return [{ type: "text", text: attributeMessage(voice, words, { mark, quotes }) }, ...shown];
}

/** Quotes, and notes of Nightjar's own. */
function besideWords(part: Part, mark: string, files: Media): string[] {
  if (isQuote(part)) return [...howToCite(part, files), attributeQuote(part, mark)];
  return part.type === "text" && part.heard ? [part.text.trimEnd()] : [];
}

function plain(message: Message, files: Media): UserBlock[] {
  return message.parts.flatMap((part): UserBlock[] => {
    if (part.type === "text")
      return [...howToCite(part, files), framed(message, part)].map((text) => ({ type: "text", text }));
    return isMedia(part) ? shownFile(part, files) : [];
  });
}

/** A file before which the house says how it is cited; one of which the model sees nothing has no number. */
function shownFile(part: MediaPart, { media, numbers }: Media): UserBlock[] {
  const block = media(part) ?? gone(part);
  const n = numbers.get(part.file_id);
  const isShown = block.type === "file" || (block.type === "text" && block.is_file === true);
  if (n === undefined || !isShown) return [block];
  return [{ type: "text", text: `What you take from this file, cite as [${n}].`, is_file: true }, block];
}

/** Words before a quote that answers cite. */
function howToCite(part: TextPart, { numbers }: Media): string[] {
  const n = isGiven(part) ? numbers.get(addressOf(part)) : undefined;
  return n === undefined ? [] : [`What you take from the text below, cite as [${n}].`];
}

function gone({ type, name, file_id }: MediaPart): UserBlock {
  return { type: "text", text: `[${type} ${JSON.stringify(oneLine(name ?? file_id))} cannot be shown here]` };
}

function framed(message: Message, part: TextPart): string {
  if (isQuote(part)) return attributeQuote(part, markOf(message.id));
  const { text } = part;
  const shown = message.trust === "untrusted" ? neutraliseMarks(text) : text;
  return message.role === "system" ? `<notice>\n${shown}\n</notice>` : shown;
}

/**
 * The dynamic block goes after the person's words, on the newest message, so that nothing before it changes.
 */
function withDynamic(newest: ModelMessage[], dynamic: string): ModelMessage[] {
  if (dynamic === "") return newest;
  const block: UserBlock = { type: "text", text: dynamic, is_passing: true };
  const last = newest.at(-1);
  if (last?.role !== "user") return [...newest, { role: "user", content: [block] }];
  return [...newest.slice(0, -1), { role: "user", content: [...last.content, block] }];
}

function shownIn(message: Message): string[] {
  return message.parts.flatMap((part) => (part.type === "tool_result" ? (part.links ?? []) : []));
}

function isMedia(part: Part): part is MediaPart {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}

/**
 * True for answers and results from outside, other people's words, quotes, and files that a person hands in:
 * their authors are unknown.
 */
export function isTainted({ role, parts, trust, quotes_none }: Message): boolean {
  if (trust === "untrusted" && !quotes_none) return true;
  return parts.some((part) => {
    if (part.type === "tool_result") return part.trust === "untrusted";
    if (isQuote(part)) return true;
    return role === "user" && (part.type === "file" || part.type === "image" || part.type === "audio");
  });
}
