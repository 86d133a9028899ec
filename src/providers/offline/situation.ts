/** Separates the person's words from what the platform put beside them. */
import type { ModelMessage, ModelRequest, ToolResultBlock } from "../../agent/ports/model.ts";
import { isOfflineWords } from "../../domain/text/offline-words.ts";
import { isTimeZone } from "../../domain/time/zone.ts";

export interface Situation {
  /** The newest message's own words. */
  text: string;
  /** Context that the platform added: recalled memories, date, source. One entry per line. */
  context: string[];
  /** The person's time zone, as an IANA name; `UTC` while unknown. */
  zone: string;
  /** Mode of the message, as the context names it; absent: the usual one. */
  mode?: string | undefined;
  /** Results of the tools called since, one list per step. */
  results: ReadResult[][];
  /** Number of pictures, recordings and files that came along. */
  files: number;
}

export interface ReadResult extends ToolResultBlock {
  /** Numbers of the sources that it has read, in the order in which it tells them. */
  numbers: number[];
}

const MODE = /^Mode of this message: ([a-z_]+)\./m;
/** The house's words before a result: how its sources are cited. */
const NUMBERS = /^What you take from (?:this|these), cite .*$/m;
const CONTEXT = /^\s*<context>\n?([\s\S]*?)<\/context>\s*/;
const NOTICE = /^\s*<notice>\n?([\s\S]*?)\n?<\/notice>\s*$/;
const SAID = /^\s*<said-[^<>]{0,200}>\n?([\s\S]*?)\n?<\/said-[^<>]{0,40}>\s*$/;
const MARKS = /<\/?untrusted[^<>]{0,200}>\n?/g;

export function situationOf(request: ModelRequest): Situation {
  // The last one only says that no calls may be made.
  const messages = request.tool_choice === "none" ? request.messages.slice(0, -1) : request.messages;
  const at = messages.findLastIndex((message) => message.role === "user");
  const newest = messages[at];
  const blocks = newest?.role === "user" ? newest.content : [];
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const contexts = texts.flatMap((text) => CONTEXT.exec(text)?.[1]?.split("\n") ?? []);
  return {
    text: texts
      .map((text) => text.replace(CONTEXT, "").replace(NOTICE, "$1").replace(SAID, "$1"))
      .join("\n")
      .trim(),
    context: contexts.map((line) => line.trim()).filter((line) => line !== ""),
    mode: MODE.exec(contexts.map((line) => line.trim()).join("\n"))?.[1],
    zone: zoneOf(contexts),
    results: messages.slice(at + 1).flatMap(resultsOf),
    files: blocks.length - texts.length,
  };
}

/** The zone stands beside the time. */
function zoneOf(context: readonly string[]): string {
  const said = context
    .map((line) => /^Now: .* in (\S+) \(UTC/.exec(line)?.[1])
    .find((zone) => zone !== undefined);
  return said !== undefined && isTimeZone(said) ? said : "UTC";
}

function resultsOf(message: ModelMessage): ReadResult[][] {
  if (message.role !== "tool") return [];
  return [message.content.map(readResult)];
}

/** The marks protect models that might take such words for orders; these rules take none. */
function readResult(result: ToolResultBlock): ReadResult {
  const content = result.content.replace(MARKS, "");
  const named = content.startsWith("What you take from ") ? (NUMBERS.exec(content)?.[0] ?? "") : "";
  const numbers = [...named.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  return { ...result, content: content.slice(named.length).trim(), numbers };
}

const FILLERS = new Set(
  "a an the is are was were do does did you i me my your of to in on at for about what who which when where how know remember that and or it its".split(
    " ",
  ),
);

/** The words that carry the meaning, in lower case. */
function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word));
}

/** "Ann: remember that ..." is an order; the fact to remember follows it. */
const ORDER = /^((?:[^:\n]{1,80}: )?)(?:please )?(?:remember|note|keep in mind)(?: that|:)?\s+/i;

/**
 * The context line that holds most of these words, if it holds enough of them and says something more. The shortest
 * wins a tie: it is most about them.
 */
export function recalledLine(context: readonly string[], query: string): string | undefined {
  const wanted = contentWords(query);
  if (wanted.length === 0) return undefined;
  let best: { line: string; found: number } | undefined;
  for (const line of context) {
    const words = new Set(contentWords(line));
    // The question itself may have been recalled; it is no answer.
    if (line.includes("?") || isOfflineWords(line) || words.size <= wanted.length) continue;
    const found = wanted.filter((word) => words.has(word)).length;
    const { found: most = 0, line: chosen = "" } = best ?? {};
    if (found > most || (found > 0 && found === most && line.length < chosen.length)) best = { line, found };
  }
  if (!best || best.found / wanted.length < 0.6) return undefined;
  return best.line.replace(/^[-*•]\s*/, "").replace(ORDER, "$1");
}
