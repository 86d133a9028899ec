/** Refusals before the stream: a status, its body and its headers. */
import { body } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";

const HTTP: WireName[] = ["anthropic", "openai", "responses"];
const HTML =
  "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>";

interface Row {
  name: string;
  status: number;
  /** As the wire words it: `type` for Anthropic, `code` for OpenAI. */
  code?: string;
  message?: string;
  text?: string;
  headers?: { [name: string]: string };
  outcome: Outcome;
  wires?: WireName[];
}

function failed(kind: Extract<Outcome, { type: "failed" }>["kind"], more: object = {}): Outcome {
  return { type: "failed", kind, text: "", ...more };
}

const FAR = "Wed, 21 Oct 2099 07:28:00 GMT";
const PAST = "Wed, 21 Oct 2015 07:28:00 GMT";

const ROWS: Row[] = [
  {
    name: "400",
    status: 400,
    code: "invalid_request_error",
    message: "temperature: too high",
    outcome: failed("bad_request", { retryable: false }),
  },
  {
    name: "400 for a prompt that is too long (Anthropic's words)",
    status: 400,
    code: "invalid_request_error",
    message: "prompt is too long: 214000 tokens > 200000 maximum",
    outcome: failed("context_too_long", { retryable: false }),
  },
  {
    name: "400 for a prompt that is too long (OpenAI's words)",
    status: 400,
    code: "context_length_exceeded",
    message: "This model's maximum context length is 128000 tokens.",
    outcome: failed("context_too_long", { retryable: false }),
  },
  {
    name: "400 for words that a filter held back (Azure's words)",
    status: 400,
    code: "content_filter",
    message: "The response was filtered due to the prompt triggering a content management policy.",
    outcome: failed("filtered", { retryable: false }),
  },
  {
    name: "403 for words that a filter held back (OpenRouter's words)",
    status: 403,
    message: "This model requires moderation. Your input was flagged.",
    outcome: failed("filtered", { retryable: false }),
  },
  {
    name: "401",
    status: 401,
    code: "authentication_error",
    message: "invalid x-api-key",
    outcome: failed("auth", { retryable: false }),
  },
  {
    name: "401 that echoes the key",
    status: 401,
    code: "invalid_api_key",
    message: "Incorrect API key provided: sk-contract-key. sk-ant-contract-key",
    outcome: failed("auth"),
  },
  {
    name: "402",
    status: 402,
    message: "Insufficient credits",
    outcome: failed("rate_limited", { retry_after_ms: 600_000 }),
  },
  {
    name: "403",
    status: 403,
    code: "permission_error",
    message: "no access to this model",
    outcome: failed("auth", { retryable: false }),
  },
  {
    name: "404 for a model that is not there",
    status: 404,
    code: "model_not_found",
    message: "The model does not exist",
    outcome: failed("bad_request", { retryable: false }),
  },
  { name: "408", status: 408, outcome: failed("timeout", { retryable: true }) },
  { name: "409", status: 409, message: "conflict", outcome: failed("bad_request") },
  {
    name: "413",
    status: 413,
    code: "request_too_large",
    message: "Request exceeds the maximum size",
    outcome: failed("context_too_long"),
  },
  { name: "422", status: 422, message: "unprocessable", outcome: failed("bad_request") },
  {
    name: "429 with retry-after in seconds",
    status: 429,
    code: "rate_limit_error",
    headers: { "retry-after": "7" },
    outcome: failed("rate_limited", { retryable: true, retry_after_ms: 7_000 }),
  },
  {
    name: "429 with retry-after in fractions of a second",
    status: 429,
    headers: { "retry-after": "0.25" },
    outcome: failed("rate_limited", { retry_after_ms: 250 }),
  },
  {
    name: "429 with retry-after in milliseconds",
    status: 429,
    headers: { "retry-after-ms": "1500", "retry-after": "9" },
    outcome: failed("rate_limited", { retry_after_ms: 1_500 }),
  },
  {
    name: "429 with retry-after as a date to come",
    status: 429,
    headers: { "retry-after": FAR },
    outcome: failed("rate_limited", { retry_after_ms: Number.MAX_SAFE_INTEGER }),
  },
  {
    name: "429 with retry-after as a date gone by",
    status: 429,
    headers: { "retry-after": PAST },
    outcome: failed("rate_limited", { retry_after_ms: 0 }),
  },
  { name: "429 without retry-after", status: 429, outcome: failed("rate_limited", { retry_after_ms: null }) },
  {
    name: "429 with a retry-after that cannot be read",
    status: 429,
    headers: { "retry-after": "soon" },
    outcome: failed("rate_limited", { retry_after_ms: null }),
  },
  {
    name: "429 with a negative retry-after",
    status: 429,
    headers: { "retry-after": "-5" },
    outcome: failed("rate_limited"),
  },
  {
    name: "429 because the credit is used up",
    status: 429,
    code: "insufficient_quota",
    message: "You exceeded your current quota, please check your plan and billing details",
    outcome: failed("rate_limited", { retry_after_ms: 600_000 }),
  },
  {
    name: "429 because the spend limit is reached, with a short retry-after",
    status: 429,
    code: "rate_limit_error",
    message: "Your organization has reached its monthly spend limit. Raise it in the console.",
    headers: { "retry-after": "2" },
    outcome: failed("rate_limited", { retryable: false, retry_after_ms: 600_000 }),
  },
  {
    name: "429 with the code of a billing limit",
    status: 429,
    code: "billing_hard_limit_reached",
    message: "Billing hard limit has been reached",
    outcome: failed("rate_limited", { retryable: false, retry_after_ms: 600_000 }),
  },
  {
    name: "400 because the usage that its owner allows is reached",
    status: 400,
    code: "invalid_request_error",
    message: "You have reached your specified API usage limits. You will regain access on 2099-01-01.",
    outcome: failed("rate_limited", { retryable: false, retry_after_ms: 600_000 }),
  },
  {
    name: "403 because the key's own limit is reached",
    status: 403,
    message: "Key limit exceeded (monthly limit)",
    outcome: failed("rate_limited", { retryable: false, retry_after_ms: 600_000 }),
  },
  {
    name: "429 that is not to be tried again",
    status: 429,
    code: "rate_limit_error",
    headers: { "x-should-retry": "false", "retry-after": "1" },
    outcome: failed("rate_limited", { retryable: false, retry_after_ms: 1_000 }),
  },
  {
    name: "500 that is not to be tried again",
    status: 500,
    headers: { "x-should-retry": "false" },
    outcome: failed("server", { retryable: false }),
  },
  {
    name: "500 that may be tried again",
    status: 500,
    headers: { "x-should-retry": "true" },
    outcome: failed("server", { retryable: true }),
  },
  {
    name: "400 because the credit is used up",
    status: 400,
    code: "invalid_request_error",
    message: "Your credit balance is too low to access the API",
    outcome: failed("rate_limited", { retry_after_ms: 600_000 }),
  },
  {
    name: "500",
    status: 500,
    code: "api_error",
    message: "Internal server error",
    outcome: failed("server", { retryable: true }),
  },
  { name: "500 without a body", status: 500, text: "", outcome: failed("server", { retryable: true }) },
  { name: "500 with a plain text", status: 500, text: "upstream connect error", outcome: failed("server") },
  {
    name: "500 with an error that is a text",
    status: 500,
    text: '{"error":"model runner has unexpectedly stopped"}',
    outcome: failed("server"),
  },
  { name: "500 with a detail", status: 500, text: '{"detail":"boom"}', outcome: failed("server") },
  {
    name: "502 with a proxy's web page",
    status: 502,
    text: HTML,
    headers: { "content-type": "text/html" },
    outcome: failed("server", { retryable: true }),
  },
  { name: "503", status: 503, outcome: failed("overloaded", { retryable: true }) },
  {
    name: "503 with retry-after",
    status: 503,
    headers: { "retry-after": "3" },
    outcome: failed("overloaded", { retry_after_ms: 3_000 }),
  },
  { name: "504", status: 504, text: "gateway timeout", outcome: failed("timeout", { retryable: true }) },
  {
    name: "520 of an edge network",
    status: 520,
    text: HTML,
    headers: { "content-type": "text/html" },
    outcome: failed("server"),
  },
  {
    name: "529",
    status: 529,
    code: "overloaded_error",
    message: "Overloaded",
    outcome: failed("overloaded", { retryable: true }),
  },
  {
    name: "529 with retry-after",
    status: 529,
    code: "overloaded_error",
    headers: { "retry-after": "2" },
    outcome: failed("overloaded", { retry_after_ms: 2_000 }),
  },
];

const BINDING_ROWS: Row[] = [
  { name: "no capacity", status: 529, outcome: failed("overloaded", { retryable: true }) },
  {
    name: "the day's free allocation used up",
    status: 429,
    outcome: failed("rate_limited", { retryable: true }),
  },
  { name: "an unknown model", status: 404, outcome: failed("bad_request", { retryable: false }) },
  { name: "a bad input", status: 400, outcome: failed("bad_request", { retryable: false }) },
  { name: "a timeout of the binding", status: 504, outcome: failed("timeout", { retryable: true }) },
  { name: "an internal error of the binding", status: 500, outcome: failed("server", { retryable: true }) },
];

export function statusFaults(): Fault[] {
  const overHttp = ROWS.flatMap((row) => (row.wires ?? HTTP).map((wire) => faultOf(row, wire)));
  return [...overHttp, ...BINDING_ROWS.map((row) => faultOf(row, "workers-ai"))];
}

function faultOf(row: Row, wire: WireName): Fault {
  const { name, status, code = "error", message = "", headers, outcome } = row;
  const text =
    row.text ??
    JSON.stringify(wire === "anthropic" ? anthropicError(code, message) : openAiError(code, message));
  return { name, wire, reply: body(status, text, headers), outcome };
}

function anthropicError(type: string, message: string): object {
  return { type: "error", error: { type, message }, request_id: "req_1" };
}

function openAiError(code: string, message: string): object {
  return { error: { message, type: "invalid_request", param: null, code } };
}
