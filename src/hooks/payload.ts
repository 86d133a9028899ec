/** The payload of a delivery: the body, parsed by its content type, and lookup of fields by path. */
import type { MediaPart } from "../domain/message.ts";
import { isShallow, MAX_JSON_DEPTH } from "../domain/text/shallow.ts";

export interface Payload {
  body: unknown;
  /** Headers by lower-case name, without those that authenticate or hold secrets. */
  headers: Readonly<Record<string, string>>;
  /** Text of a mail, to be read if the hook has no template. */
  mail?: string;
  /** Attachments that were stored. */
  files?: MediaPart[];
}

/** `body.pull_request.title`, `body.items.0.name`, `headers.x-github-event`. */
export const FIELD = /^(?:body|headers)(?:\.[^.{}\s]{1,100}){0,20}$/;

export const FIELD_RULE =
  "a field begins with body or headers, with dots between its names, such as body.issue.title or headers.x-github-event";

const SECRET = /authorization|cookie|signature|token|secret|hmac|^cf-|^x-forwarded|^x-real-ip$/;
const MOST_HEADERS = 60;
const MOST_OF_HEADER = 500;

/** Returns the payload, or the reason why it cannot be read. */
export function readPayload(bytes: Uint8Array, headers: Headers): Payload | { problem: string } {
  const text = new TextDecoder().decode(bytes);
  const type = (headers.get("content-type") ?? "").toLowerCase();
  const shown = { headers: shownHeaders(headers) };
  if (type.startsWith("application/x-www-form-urlencoded")) return { ...shown, body: formOf(text) };
  if (!type.includes("json") && !/^\s*[[{]/.test(text)) return { ...shown, body: text };
  const parsed = jsonOf(text);
  if ("problem" in parsed) return type.includes("json") ? parsed : { ...shown, body: text };
  return { ...shown, body: parsed.value };
}

/** Undefined if the field is missing. Only own properties are looked up. */
export function valueAt(payload: Payload, field: string): unknown {
  const found = ownValueAt(payload, field);
  // The fields of an unwrapped form are still found by their path in the form.
  const isInForm = found === undefined && field.startsWith(`${WRAPPED}.`);
  return isInForm ? ownValueAt(payload, field.replace(WRAPPED, "body")) : found;
}

function ownValueAt(payload: Payload, field: string): unknown {
  let at: unknown = payload;
  for (const name of field.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** A value as text: strings unchanged, the rest as JSON, undefined as the empty string. */
export function wordsOf(value: unknown, indent?: number): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, indent);
}

function jsonOf(text: string): { value: unknown } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "The body is not valid JSON." };
  }
  if (isShallow(value)) return { value };
  return { problem: `The body's JSON is nested deeper than ${MAX_JSON_DEPTH} levels.` };
}

const WRAPPED = "body.payload";

/** Several senders wrap their JSON in one field of a form: GitHub's only field is `payload`, which stands for the body. */
function formOf(text: string): unknown {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => {
    const parsed = /^\s*[[{]/.test(value) ? jsonOf(value) : { value };
    return [name, "value" in parsed ? parsed.value : value] as const;
  });
  const [first] = fields;
  if (fields.length === 1 && first?.[0] === "payload" && typeof first[1] === "object") return first[1];
  return Object.fromEntries(fields);
}

function shownHeaders(headers: Headers): Record<string, string> {
  const shown: [string, string][] = [];
  headers.forEach((value, name) => {
    if (!SECRET.test(name) && shown.length < MOST_HEADERS) shown.push([name, value.slice(0, MOST_OF_HEADER)]);
  });
  return Object.fromEntries(shown);
}
