/** Reads what a provider says when it fails, whatever form its JSON or text has. */
import { parseJson } from "../platform/json.ts";
import type { JsonObject } from "./wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "./wire/json.ts";

/** A provider's error, whatever wire it came over. */
export interface RemoteError {
  status?: number | undefined;
  /** The error's `type` and `code`. */
  codes: string[];
  message: string;
  /** The part of the request that it names: `max_tokens`, `tools[3].function.parameters`. */
  param?: string | undefined;
  headers?: Headers | undefined;
}

/** A response that is no success. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;

  constructor({ status, headers, text }: { status: number; headers: Headers; text: string }) {
    super(`status ${status}`);
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}

/** Reads any thrown value. */
export function remoteErrorOf(error: unknown): RemoteError {
  if (error instanceof RefusedRequest) {
    const { status, headers, text } = error;
    return { ...remoteErrorInText(text), status, headers };
  }
  if (!isObject(error)) return { codes: [], message: String(error) };
  const { status, headers } = error;
  return {
    codes: [],
    message: textIn(error, "message"),
    status: typeof status === "number" ? status : undefined,
    headers: headers instanceof Headers ? headers : undefined,
  };
}

export function remoteErrorInText(text: string): RemoteError {
  const body = parseJson(text);
  const value = Array.isArray(body) ? body.find(isObject) : body;
  if (isObject(value)) return remoteErrorIn(value);
  return { codes: [], message: typeof value === "string" ? value : text.trim() };
}

/** From `{error: {type, code, message}}`, its inner object alone, or any other form that servers have. */
export function remoteErrorIn(body: JsonObject): RemoteError {
  const inner = objectIn(body, "error") ?? listIn(body, "errors").find(isObject) ?? body;
  const base = objectIn(body, "base_resp");
  const codes = [inner["code"], inner["type"], inner["status"], body["code"]].filter(
    (code) => typeof code === "string",
  );
  const numbers = [inner["code"], inner["status_code"], body["code"], body["status"], body["status_code"]];
  const status = numbers.find((code) => typeof code === "number" && code >= 400 && code < 600);
  const message = wordsOf(inner) || wordsOf(body) || (base ? textIn(base, "status_msg") : "");
  const param = textIn(inner, "param") || placeIn(body);
  return {
    codes: codes.map((code) => code.toLowerCase()),
    message,
    status: typeof status === "number" ? status : undefined,
    ...(param !== "" && { param }),
  };
}

/** Whether JSON that came where an answer was expected is an error. */
export function isError(value: JsonObject): boolean {
  if (value["error"]) return true;
  const { status_code } = objectIn(value, "base_resp") ?? {};
  if (typeof status_code === "number" && status_code !== 0) return true;
  if (listIn(value, "choices").length > 0) return false;
  const said = remoteErrorIn(value);
  const named = `${textIn(value, "object")} ${textIn(value, "type")} ${textIn(value, "status")}`;
  const isFailure =
    /error/i.test(named) ||
    Boolean(value["detail"]) ||
    listIn(value, "errors").length > 0 ||
    value["success"] === false ||
    said.status !== undefined;
  return isFailure && said.message !== "";
}

const WORDS = [
  "message",
  "detail",
  "details",
  "error",
  "error_message",
  "error_description",
  "msg",
  "title",
  "reason",
];
const DEEPEST = 4;

/** The words of an error: texts and lists of them, however deep they stand. */
function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return value.trim();
  if (depth > DEEPEST) return "";
  if (Array.isArray(value))
    return [...new Set(value.map((item) => itemOf(item, depth)).filter(Boolean))].join("; ");
  if (!isObject(value)) return "";
  const found = WORDS.map((key) => wordsOf(value[key], depth + 1)).find((words) => words !== "") ?? "";
  const raw = rawOf(value);
  return raw === "" || found.includes(raw) ? found : `${found} ${raw}`.trim();
}

/** A validator's entry says where: `body.stream_options: Extra inputs are not permitted`. */
function itemOf(item: unknown, depth: number): string {
  const words = wordsOf(item, depth + 1);
  const place = isObject(item) ? listIn(item, "loc").join(".") : "";
  return place === "" || words === "" ? words : `${place}: ${words}`;
}

/** OpenRouter says only "Provider returned error", and the provider's own words beside it. */
function rawOf(value: JsonObject): string {
  const raw = textIn(objectIn(value, "metadata") ?? {}, "raw");
  return raw === "" ? "" : remoteErrorInText(raw).message;
}

/** The place that a validator names, without the body's own. */
function placeIn(body: JsonObject): string {
  const lists = [body["detail"], objectIn(body, "message")?.["detail"], body["errors"]];
  const entry = lists.flatMap((list) => (Array.isArray(list) ? list : [])).find(isObject);
  return entry
    ? listIn(entry, "loc")
        .filter((step) => step !== "body")
        .join(".")
    : "";
}
