/** Finds the part of a request that a server's refusal names. */
import { type RefusedRequest, type RemoteError, remoteErrorOf } from "../remote-error.ts";
import type { JsonObject } from "./json.ts";
import { isObject, listIn, objectIn, textIn } from "./json.ts";

/** - `limit`: a number that was too high. `passing`: it holds for this request alone. */
export type Omission =
  | { part: "parameter"; name: string; instead?: string }
  | { part: "limit"; name: string; most: number; passing: boolean }
  | { part: "tool"; name: string }
  | { part: "tools" }
  | { part: "null_content" }
  /** Messages of the role `system`. */
  | { part: "system" }
  /** Ids of calls that are not exactly nine letters and digits. */
  | { part: "call_ids" };

/** Statuses that some servers refuse a part of a request with. */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 422, 500, 501]);
const LIMITS = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
/** Without these there is no request. */
const NEEDED: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "input",
  "stream",
  "tools",
  "system",
  "instructions",
]);
/** Keys inside messages and tools that not all servers know. */
const INNER = ["cache_control", "reasoning_content", "reasoning_details", "extra_content", "strict"];

const REFUSED =
  /unsupported|not supported|unrecogni[sz]ed|unknown|unexpected|extra|not (?:permitted|allowed|accepted)|invalid|(?:does|do)(?:n't| not) (?:support|allow|accept)|additional|forbidden|deprecated|must not|cannot|can't|only the default/i;
const NO_TOOLS =
  /(?:not|n't) support[^.]{0,30}\b(?:tools?|functions?)\b|\b(?:tool|function)s?\b[\w ]{0,20}\b(?:not (?:supported|enabled|available)|unsupported)|enable-auto-tool-choice|no endpoints found that support tool/i;
const NO_NULL = /content.{0,60}(?:must be|should be|has to be|expected|valid|cannot be null|none|null)/is;
const NO_SYSTEM =
  /(?:system|developer)\W{0,3}(?:role|messages?|prompts?|instructions?)[^.]{0,40}(?:n't|not|un)[ -]?(?:support|enabl|allow|permit|accept)|(?:n't|not) support[^.]{0,30}\b(?:system|developer)\b|only user\W+(?:and|or)?\W*(?:assistant|model)\W+roles?/i;
const NINE_SIGNS = /call.?id.{0,120}\b(?:9|nine)\b/is;
const TOO_HIGH = /too (?:large|high|big)|at most|less than|range|exceed|maximum|greater than|>/i;

/** Undefined when it names none that could be left out. */
export function omissionIn(refused: RefusedRequest, sent: JsonObject): Omission | undefined {
  if (!STATUSES.has(refused.status)) return undefined;
  const remote = remoteErrorOf(refused);
  const found =
    limitIn(remote, sent) ??
    callIdsIn(remote, sent) ??
    systemIn(remote, sent) ??
    toolsIn(remote, sent) ??
    toolIn(remote, sent) ??
    nullIn(remote, sent);
  // A server that failed by itself may speak of anything.
  return found ?? (refused.status < 500 ? parameterIn(remote, sent) : undefined);
}

function limitIn({ message }: RemoteError, sent: JsonObject): Omission | undefined {
  const name = LIMITS.find((key) => key in sent && mentions(message, key));
  const value = name === undefined ? undefined : sent[name];
  if (name === undefined || typeof value !== "number" || !TOO_HIGH.test(message)) return undefined;
  const rest = />\s*(\d+)\s*-\s*(\d+)/.exec(message);
  const most = rest ? Number(rest[1]) - Number(rest[2]) : namedLimit(message);
  return most !== undefined && most >= 1 && most < value
    ? { part: "limit", name, most, passing: rest !== null }
    : undefined;
}

function namedLimit(message: string): number | undefined {
  const found =
    /(?:at most|up to|<=|less than or equal to|maximum(?: value| allowed)?(?: is| of)?|\[\s*\d+\s*,|\d\s*>)\s*(\d+)/i.exec(
      message,
    );
  return found ? Number(found[1]) : undefined;
}

function toolsIn({ message }: RemoteError, sent: JsonObject): Omission | undefined {
  return listIn(sent, "tools").length > 0 && NO_TOOLS.test(message) ? { part: "tools" } : undefined;
}

function toolIn({ message, param = "" }: RemoteError, sent: JsonObject): Omission | undefined {
  const names = listIn(sent, "tools").map(nameOf);
  const place = /(?:tools|function_?declarations)(?:\[|\.)(\d+)/i;
  // Google counts the declarations of its one tool.
  const inner = /function_?declarations(?:\[|\.)(\d+)/i.exec(message);
  const index = (inner ?? place.exec(param) ?? place.exec(message))?.[1];
  const byPlace = index === undefined ? undefined : names[Number(index)];
  const isOfTools = /schema|function|tool|parameters/i.test(message);
  const byName = names.filter((name) => name !== "" && isOfTools && mentionsQuoted(message, name)).at(0);
  const name = byName ?? byPlace;
  return name ? { part: "tool", name } : undefined;
}

function nameOf(tool: unknown): string {
  if (!isObject(tool)) return "";
  return textIn(objectIn(tool, "function") ?? tool, "name");
}

function systemIn({ message }: RemoteError, sent: JsonObject): Omission | undefined {
  const hasSystem = listIn(sent, "messages").some((one) => isObject(one) && one["role"] === "system");
  return hasSystem && NO_SYSTEM.test(message) ? { part: "system" } : undefined;
}

function callIdsIn({ message }: RemoteError, sent: JsonObject): Omission | undefined {
  const hasResult = listIn(sent, "messages").some((one) => isObject(one) && one["role"] === "tool");
  return hasResult && NINE_SIGNS.test(message) ? { part: "call_ids" } : undefined;
}

function nullIn({ message }: RemoteError, sent: JsonObject): Omission | undefined {
  const hasNull = listIn(sent, "messages").some((one) => isObject(one) && one["content"] === null);
  return hasNull && NO_NULL.test(message) ? { part: "null_content" } : undefined;
}

function parameterIn({ message, param = "" }: RemoteError, sent: JsonObject): Omission | undefined {
  if (!REFUSED.test(message)) return undefined;
  const inner = INNER.filter((key) => JSON.stringify(sent).includes(`"${key}":`));
  const isAnthropic = "max_tokens" in sent && "system" in sent;
  const keys = [...Object.keys(sent), ...inner].filter(
    (key) => !NEEDED.has(key) && !(isAnthropic && key === "max_tokens"),
  );
  const steps = param.split(/[.[\]]+/);
  const name =
    keys.find((key) => steps.includes(key)) ??
    keys.find((key) => mentions(message, key)) ??
    thinkingKey(message, keys);
  if (name === undefined) return undefined;
  const instead = LIMITS.includes(name)
    ? LIMITS.find((key) => key !== name && mentions(message, key))
    : undefined;
  return { part: "parameter", name, ...(instead !== undefined && { instead }) };
}

function thinkingKey(message: string, keys: readonly string[]): string | undefined {
  return /think|reasoning/i.test(message)
    ? keys.find((key) => /^(?:thinking|reasoning|reasoning_effort)$/.test(key))
    : undefined;
}

function mentions(message: string, key: string): boolean {
  return new RegExp(`(?<![\\w])${key}(?![\\w])`).test(message);
}

function mentionsQuoted(message: string, name: string): boolean {
  const plain = name.replace(/[^\w-]/g, "");
  return plain === name && new RegExp(`(?:['"\`]|(?:function|tool)\\s+)${name}(?![\\w-])`).test(message);
}
