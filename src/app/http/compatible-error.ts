/** Errors in the shape that programs made for OpenAI's API show. */
import type { ErrorKind, Failure } from "../../domain/errors.ts";

/** Whether the path is of that API. Some programs leave its root out. */
export function isCompatible(path: string): boolean {
  return path.startsWith("/v1/") || path === "/chat/completions";
}

/** Failures that the same call would meet again, or that stand for a turn: client libraries would call again by themselves. */
const FINAL: ReadonlySet<ErrorKind> = new Set([
  "conflict",
  "unconfirmed",
  "internal",
  "api_fail",
  "tool_call_fail",
]);

export function mayBeRetried({ error }: Failure): boolean {
  return !FINAL.has(error);
}

const TYPES: Partial<Record<ErrorKind, string>> = {
  unauthorized: "authentication_error",
  malformed_token: "authentication_error",
  login_fail: "authentication_error",
  forbidden: "permission_error",
  rate_limited: "rate_limit_error",
  budget_exceeded: "insufficient_quota",
  overloaded: "server_error",
  internal: "server_error",
  api_fail: "server_error",
  tool_call_fail: "server_error",
};

/** Whether the path is of Anthropic's API, which has errors of its own shape. */
export function isAnthropic(path: string): boolean {
  return path.startsWith("/v1/messages");
}

const ANTHROPIC_TYPES: Partial<Record<ErrorKind, string>> = {
  unauthorized: "authentication_error",
  malformed_token: "authentication_error",
  login_fail: "authentication_error",
  forbidden: "permission_error",
  resource_not_found: "not_found_error",
  payload_too_large: "request_too_large",
  rate_limited: "rate_limit_error",
  overloaded: "overloaded_error",
  internal: "api_error",
  api_fail: "api_error",
  tool_call_fail: "api_error",
};

export function anthropicError({ error, reason }: Failure) {
  return {
    type: "error",
    error: { type: ANTHROPIC_TYPES[error] ?? "invalid_request_error", message: reason },
  };
}

export function compatibleError({ error, reason }: Failure) {
  const type = TYPES[error] ?? "invalid_request_error";
  return { error: { message: reason, type, code: codeOf(error, reason), param: fieldOf(reason) } };
}

function codeOf(error: ErrorKind, reason: string): string {
  if (error === "unauthorized") return "invalid_api_key";
  if (error !== "resource_not_found") return error;
  // Programs react to the first by choosing another model, and to the second by another address.
  return fieldOf(reason) === "model" ? "model_not_found" : "unknown_url";
}

/** The field at fault: a reason about a field begins with the field's name. */
function fieldOf(reason: string): string | null {
  return /^([a-z_]+)[\w.]*: /.exec(reason)?.[1] ?? null;
}
