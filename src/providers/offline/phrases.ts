/** The offline model's own words. */
import { toolWords } from "../../domain/text/approval-words.ts";
import { isOfflineWords } from "../../domain/text/offline-words.ts";
import { offsetMinutes } from "../../domain/time/zone.ts";
import { passagesIn, withNumber } from "./read/passages.ts";
import type { Moment } from "./reminder-time.ts";
import type { ReadResult } from "./situation.ts";

const WHO =
  "I am Nightjar's offline model: rules, no language model. Open the Models page of the app and paste a provider's key, or the address of a server of your own, and a real model answers.";

const TRY = [
  "remember that my favourite colour is teal",
  "what do you know about colours?",
  "remind me in 10 seconds to stretch",
  "research what nightjars eat and where they spend the winter",
  "what is 17 * 23",
  "ask me something",
  "ask scholar to calculate 17 * 23",
  "build a tool that counts words",
  "tell me a story",
];

export function help(): string {
  return `${WHO}\n\nUntil then I can show you around. Try:\n\n${TRY.map((line) => `- ${line}`).join("\n")}`;
}

export function greeting(): string {
  return `Hello! ${help()}`;
}

export function notUnderstood(text: string, files: number): string {
  const seen = files > 0 ? " I cannot look at files or pictures." : "";
  const quoted =
    text === "" ? "" : ` I have no rule for "${text.length > 200 ? `${text.slice(0, 200)}…` : text}".`;
  return `${WHO}${quoted}${seen}\n\nTry one of these:\n\n${TRY.map((line) => `- ${line}`).join("\n")}`;
}

export function missingTool(name: string): string {
  return `I need the tool **${toolWords(name)}** for that, and this agent doesn't have it. An admin gives it tools on the Agents page, and connects services such as web search on the Connections page.`;
}

export function countUpTo(to: number): string {
  return Array.from({ length: to }, (_, index) => index + 1).join(" ");
}

export function timeOf({ now, zone }: Moment): string {
  const shown = new Date(now + offsetMinutes(zone, now) * 60_000).toISOString();
  return `It is ${shown.slice(11, 16)} ${zone === "UTC" ? "UTC" : `in ${zone}`} on ${shown.slice(0, 10)}.`;
}

/** Most memories that are told. */
const MOST_FOUND = 5;

/** Tells the memories in a search result, without people's questions and this model's own answers. */
function found(result: ReadResult, about: string): string {
  const telling = passagesIn(result).filter(
    ({ text }) => text !== "" && !isOfflineWords(text) && !/\?\s*\[[^\]]*\]$/.test(text),
  );
  if (telling.length === 0 || /^nothing in memory/i.test(result.content))
    return `I know nothing about ${about} yet.`;
  const items = telling
    .slice(0, MOST_FOUND)
    .map(({ text, n }, index) => `${index + 1}. ${withNumber(text, n)}`);
  return `This is what I remember about ${about}:\n\n${items.join("\n")}`;
}

export function nothingRead(question: string): string {
  return `I have read nothing that answers "${question}". Without a key I search what you have told me and your files, and the web where a search engine is connected.`;
}

/** Matches the platform's messages to a model about calls that were not made; people need not read those. */
const NOT_ALLOWED = /^(?:The person did not allow this call|Nobody allowed this call in time)\b/;
const LEFT_OUT = "It was not allowed, so I left it out.";

/** Puts a tool's result in words. `about` is the subject of the request. */
export function narrateResult(result: ReadResult, about: string): string {
  const { name, content, is_error, numbers } = result;
  if (is_error) return NOT_ALLOWED.test(content) ? LEFT_OUT : `That did not work: ${content}`;
  switch (name) {
    case "memory_write":
      return `I will remember that: ${about}.`;
    case "memory_search":
      return found(result, about);
    case "start_research":
      return "I research that now. The report comes here by itself.";
    case "schedule_message":
      return `I will remind you ${about}.`;
    case "calculate":
      return /^[-\d.,e+]+$/i.test(content.trim()) ? `${about} = ${content.trim()}` : content;
    case "request_capability":
      return `The Builder is at work on a tool that ${about}, and reports here when it is ready.`;
    case "ask_user":
      return `You answered: ${content}`;
    case "think":
      return `I have thought about ${about}. As a set of rules, I came to no conclusion.`;
    case "write":
      return `I wrote ${about}.`;
    case "delegate":
      return `I have passed it on: ${about}. The answer comes here by itself.`;
    case "run_code":
      return `The code ran:\n\n\`\`\`\n${content}\n\`\`\``;
    default:
      return content === "" ? "Done." : withNumber(content, numbers.length === 1 ? numbers[0] : undefined);
  }
}
