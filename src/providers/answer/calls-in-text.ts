/** Reads tool calls that a model wrote as text, in the notations of the common chat templates. */
import type { ToolInput } from "../../agent/ports/model.ts";
import { lenientJsonAt } from "../../platform/lenient-json.ts";
import { isObject, type JsonObject, objectIn, textIn } from "../wire/json.ts";
import { readArguments } from "../wire/tool-arguments.ts";

export interface WrittenCall {
  name: string;
  input: ToolInput;
}

/** Marks before calls, as literal texts in lower case. */
const MARKS = [
  "<tool_call>",
  "<tool_calls>",
  "<|tool_call|>",
  "<|tool_call>",
  "<function_call>",
  "<function_calls>",
  "<function=",
  "<minimax:tool_call>",
  "<|python_tag|>",
  "<|tool_calls_section_begin|>",
  "<|tool_call_begin|>",
  "<｜tool▁calls▁begin｜>",
  "<｜tool▁call▁begin｜>",
  "[tool_calls]",
  "<|start|>assistant<|channel|>commentary to=",
  "<|channel|>commentary to=",
];

/** "maybe": more text may make it one. `text` begins where an answer or a line begins. */
export function beginsCall(text: string): "yes" | "no" | "maybe" {
  const lower = text.toLowerCase();
  if (MARKS.some((mark) => lower.startsWith(mark))) return "yes";
  return MARKS.some((mark) => mark.startsWith(lower)) ? "maybe" : "no";
}

/** An answer that is nothing but a call, without a mark. */
export function beginsBareCall(text: string): "yes" | "no" | "maybe" {
  const body = text.replace(/^```(?:json|tool_call)?\s*/, "");
  if (/^\[?\s*\{\s*"(?:name|function|tool|tool_name|type)"\s*:/.test(body)) return "yes";
  const isBeginning = /^(?:`{1,3}(?:[a-z_]*\s*)?)?\[?\s*(?:\{\s*(?:"[a-z_]{0,9}(?:"\s*)?)?)?$/.test(text);
  return isBeginning && text.length < 60 ? "maybe" : "no";
}

/** Calls in a text that begins with a mark; empty when there are none that can be read. */
export function writtenCalls(text: string): WrittenCall[] {
  for (const read of [
    namedFunctions,
    invocations,
    keyedArguments,
    channelledArguments,
    markedArguments,
    objects,
  ]) {
    const calls = read(text);
    if (calls.length > 0) return calls;
  }
  return [];
}

/** `<function=name>{…}` or `<function=name><parameter=key>value</parameter>`. */
function namedFunctions(text: string): WrittenCall[] {
  return matches(text, /<function=([\w.:-]+)>([\s\S]*?)(?:<\/function>|$)/g).map(([, name = "", body = ""]) =>
    called(name, bodyOf(body, /<parameter=([^>\n]+)>([\s\S]*?)(?:<\/parameter>|$)/g)),
  );
}

/** `<invoke name="name"><parameter name="key">value</parameter></invoke>`. */
function invocations(text: string): WrittenCall[] {
  return matches(text, /<invoke name="([\w.:-]+)">([\s\S]*?)(?:<\/invoke>|$)/g).map(
    ([, name = "", body = ""]) =>
      called(name, bodyOf(body, /<parameter name="([^"\n]+)"[^>]*>([\s\S]*?)(?:<\/parameter>|$)/g)),
  );
}

/** `<tool_call>name<arg_key>key</arg_key><arg_value>value</arg_value></tool_call>`. */
function keyedArguments(text: string): WrittenCall[] {
  const pairs = /<arg_key>([^<]+)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;
  return matches(text, /<tool_call>\s*([\w.:-]+)\s*(<arg_key>[\s\S]*?)(?:<\/tool_call>|$)/g).map(
    ([, name = "", body = ""]) => called(name, bodyOf(body, pairs)),
  );
}

const BEFORE_ARGUMENTS =
  /(?:<\|tool_call_begin\|>|<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?|\[TOOL_CALLS\])\s*(?:functions\.)?([\w.-]+)(?::\d+)?\s*(?:<\|tool_call_argument_begin\|>|<｜tool▁sep｜>|\[ARGS\])?\s*(?:```json\s*)?(?=\{)/g;

/** `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}` and its like. */
function markedArguments(text: string): WrittenCall[] {
  return matches(text, BEFORE_ARGUMENTS).map((found) => {
    const at = found.index + found[0].length;
    const end = lenientJsonAt(text, at)?.end;
    return called(found[1] ?? "", readArguments([text.slice(at, end)], true));
  });
}

/** `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>`. */
function channelledArguments(text: string): WrittenCall[] {
  const before =
    /<\|channel\|>commentary to=([\w.:-]+)\s*(?:(?:<\|constrain\|>)?json\s*)?<\|message\|>\s*(?=\{)/g;
  return matches(text, before).map((found) => {
    const at = found.index + found[0].length;
    return called(found[1] ?? "", readArguments([text.slice(at, lenientJsonAt(text, at)?.end)], true));
  });
}

/** `{"name": "name", "arguments": {…}}`, one or several. */
function objects(text: string): WrittenCall[] {
  const calls: WrittenCall[] = [];
  for (let at = text.search(/[[{]/); at !== -1; ) {
    const found = lenientJsonAt(text, at);
    const values = Array.isArray(found?.value) ? found.value : [found?.value];
    calls.push(...values.filter(isObject).flatMap(callIn));
    const from = found?.end ?? at + 1;
    const next = text.slice(from).search(/[[{]/);
    at = next === -1 ? -1 : from + next;
  }
  return calls;
}

function callIn(value: JsonObject): WrittenCall[] {
  const inner = objectIn(value, "function") ?? value;
  const name = ["name", "tool_name", "tool", "function"]
    .map((key) => textIn(inner, key))
    .find((text) => text !== "");
  const given = inner["arguments"] ?? inner["parameters"] ?? inner["args"] ?? inner["input"];
  if (name === undefined || !/^[\w.:-]+$/.test(name)) return [];
  if (typeof given === "string") return [called(name, readArguments([given], true))];
  return isObject(given) ? [called(name, { ok: true, value: given })] : [];
}

function called(name: string, input: ToolInput): WrittenCall {
  return { name: name.replace(/^functions\./, ""), input };
}

function bodyOf(body: string, pairs: RegExp): ToolInput {
  const entries = matches(body, pairs).map(([, key = "", value = ""]) => [
    key.trim(),
    value.replace(/^\n|\n$/g, ""),
  ]);
  return entries.length > 0 ? { ok: true, value: Object.fromEntries(entries) } : readArguments([body], false);
}

function matches(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)];
}
