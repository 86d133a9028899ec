/** Failures of a call, in words for people: what happened and what to do. Never contains a secret. */
import type { ModelFailure, ModelFailureKind } from "../agent/ports/model.ts";
import type { ProviderEntry } from "./catalog/schema.ts";
import type { CallLimits, Clock, ProviderCall } from "./provider.ts";
import { redact } from "./redact.ts";
import { type RemoteError, remoteErrorOf } from "./remote-error.ts";
import { readRetryAfter } from "./wire/retry-after.ts";
import type { WireFailures } from "./wire/wire-call.ts";

export interface FailureContext {
  provider: ProviderEntry;
  /** Without the provider's name. */
  model: string;
  key: string;
  is_typed?: boolean | undefined;
  limits: CallLimits;
  /** After tools have run, a model may have nothing to add. */
  may_be_empty: boolean;
  /** ms since the epoch. */
  now(): number;
}

export function failureContextOf(call: ProviderCall, clock: Clock): FailureContext {
  const { provider, model, key, is_typed, limits, request } = call;
  const may_be_empty = request.messages.at(-1)?.role === "tool";
  return { provider, model: model.wire_id, key, is_typed, limits, may_be_empty, now: () => clock.now() };
}

/** An account without credit does not recover in a minute. */
const NO_CREDIT_RETRY_MS = 10 * 60_000;

const BY_CODE: { [code: string]: ModelFailureKind } = {
  overloaded_error: "overloaded",
  overloaded: "overloaded",
  slow_down: "overloaded",
  rate_limit_error: "rate_limited",
  rate_limit_exceeded: "rate_limited",
  resource_exhausted: "rate_limited",
  ratelimiterror: "rate_limited",
  billing_error: "rate_limited",
  insufficient_quota: "rate_limited",
  authentication_error: "auth",
  permission_error: "auth",
  permission_denied: "auth",
  unauthenticated: "auth",
  authenticationerror: "auth",
  invalid_api_key: "auth",
  api_error: "server",
  server_error: "server",
  internal_server_error: "server",
  internalservererror: "server",
  unavailable: "overloaded",
  timeout_error: "timeout",
  context_length_exceeded: "context_too_long",
  exceed_context_size_error: "context_too_long",
  request_too_large: "context_too_long",
  model_not_found: "bad_request",
  not_found_error: "bad_request",
  invalid_request_error: "bad_request",
  invalid_argument: "bad_request",
  badrequesterror: "bad_request",
  notfounderror: "bad_request",
};

const TOO_LONG =
  /context.?(length|window|size|limit)|(prompt|input|message|conversation|request)s? (is|are|was) too (long|large)|too many (input |prompt )?tokens|maximum.{0,30}tokens|(maximum|max) (prompt|input|context|sequence).{0,12}(length|size|tokens)|(exceed\w*|over|greater than|longer than).{0,60}(token limit|context|max(imum)? (input |prompt )?(length|tokens))|prompt exceeds|range of input length|prompt token count|inputs? tokens.{0,40}(must be|exceed)|reduce the length of the (messages|prompt|input)|request too large|tokens to keep/i;
/** An answer's own limit, not the conversation, is what is too long. */
const ANSWER_LIMIT =
  /max_(completion_|output_|new_)?tokens\b.{0,60}(too large|too high|less than|at most|range|>)/i;
const NO_CREDIT =
  /insufficient_quota|billing_error|credit balance|insufficient[_ ]balance|balance (is )?(insufficient|too low|not enough)|not enough (credits?|balance)|账户余额不足|余额不足|arrears|out of credits?|insufficient credits?|payment required|daily free allocation/i;
/** Matches errors about a spend limit that the account's owner has set. */
const SPEND_LIMIT =
  /spend(ing)?[ _-]?(limit|cap)|billing[ _](hard[ _])?limit|specified (api )?usage limits?|(monthly|workspace) (api )?usage limits?|key limit exceeded/i;

/** Filter refusals of Azure, OpenAI, OpenRouter and Alibaba, in their words. */
const FILTERED =
  /content_?filter|content_policy|content management policy|data_inspection_failed|requires moderation|input was flagged|flagged (?:by|as|for)|prohibited_content/i;

export function failuresFor(context: FailureContext): WireFailures {
  const { label } = context.provider;
  const make = (kind: ModelFailureKind, retryable: boolean, reason: string): ModelFailure => ({
    kind,
    retryable,
    reason,
  });
  const broken = make(
    "cut",
    true,
    `The connection to ${label} broke before the answer was complete. Send the message again.`,
  );
  return {
    request(error) {
      const remote = remoteErrorOf(error);
      return remote.status === undefined && remote.codes.length === 0
        ? make("cut", true, unreachable(context))
        : failureOf(remote, context);
    },
    timeout: (phase) => make("timeout", true, phase === "first_byte" ? noAnswer(context) : stalled(context)),
    cut: () => broken,
    unfinished: () => ({ ...broken, unfinished: true }),
    malformed: (what) =>
      make(
        "malformed",
        true,
        `${label} sent ${what} where an answer was expected. Try again; if it keeps happening, check ${baseUrlName(context)}.`,
      ),
    aborted: () => make("aborted", false, "The call was stopped."),
  };
}

/** The failure that an answer without text and calls means; undefined where an empty answer is allowed. */
export function emptyAnswer(context: FailureContext): ModelFailure | undefined {
  if (context.may_be_empty) return undefined;
  const reason = `${context.provider.label} gave an empty answer. Send the message again, or choose another model.`;
  return { kind: "malformed", retryable: true, reason };
}

export function failureOf(remote: RemoteError, context: FailureContext): ModelFailure {
  const kind = kindOf(remote);
  const wait = waitOf(remote, context.now());
  const refusal = refusalIn(remote);
  return {
    kind,
    retryable: !OF_THE_REQUEST.has(kind) && refusal !== "final",
    reason: reasonFor(kind, remote, context),
    ...(wait === undefined ? {} : { retry_after_ms: wait }),
    ...(refusal && { refusal }),
  };
}

const OF_THE_REQUEST: ReadonlySet<ModelFailureKind> = new Set([
  "auth",
  "bad_request",
  "context_too_long",
  "filtered",
]);

function refusalIn(remote: RemoteError): ModelFailure["refusal"] {
  if (says(remote, SPEND_LIMIT) || remote.headers?.get("x-should-retry") === "false") return "final";
  return remote.status === 504 ? "passing" : undefined;
}

function says({ codes, message }: RemoteError, words: RegExp): boolean {
  return words.test(message) || codes.some((code) => words.test(code));
}

function isOutOfCredit(remote: RemoteError): boolean {
  return remote.status === 402 || says(remote, NO_CREDIT);
}

function kindOf(remote: RemoteError): ModelFailureKind {
  const { status, codes } = remote;
  if (isOutOfCredit(remote) || says(remote, SPEND_LIMIT)) return "rate_limited";
  if ((status === undefined || status === 400 || status === 403) && says(remote, FILTERED)) return "filtered";
  if (status === 413 || (isTooLong(remote) && !(status !== undefined && NOT_OF_LENGTH.has(status))))
    return "context_too_long";
  const byStatus = status === undefined ? undefined : kindOfStatus(status);
  if (byStatus) return byStatus;
  for (const code of codes) {
    const kind = BY_CODE[code];
    if (kind) return kind;
  }
  return "server";
}

/** Statuses that say by themselves what failed. */
const NOT_OF_LENGTH: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 429, 503, 504, 529]);

function isTooLong({ message, codes }: RemoteError): boolean {
  if (codes.some((code) => BY_CODE[code] === "context_too_long")) return true;
  return TOO_LONG.test(message) && !ANSWER_LIMIT.test(message);
}

function kindOfStatus(status: number): ModelFailureKind | undefined {
  if (status === 429) return "rate_limited";
  if (status === 529 || status === 503) return "overloaded";
  if (status === 408 || status === 504) return "timeout";
  if (status === 401 || status === 403) return "auth";
  if (status >= 500) return "server";
  return status >= 400 ? "bad_request" : undefined;
}

function waitOf(remote: RemoteError, now: number): number | undefined {
  if (says(remote, SPEND_LIMIT)) return NO_CREDIT_RETRY_MS;
  const retry_after_ms = readRetryAfter(remote.headers, now);
  if (retry_after_ms !== undefined) return retry_after_ms;
  return isOutOfCredit(remote) ? NO_CREDIT_RETRY_MS : undefined;
}

function reasonFor(kind: ModelFailureKind, remote: RemoteError, context: FailureContext): string {
  const { label } = context.provider;
  const message = redact(remote.message, context.key);
  // A web page in an error tells a person nothing.
  const quoted = message === "" || message.includes("<") ? "" : ` It said: "${message}".`;
  switch (kind) {
    case "rate_limited":
      return `${limitReason(label, remote)}${quoted}`;
    case "overloaded":
      return `${label} is overloaded. Wait a little and send the message again, or choose another model.${quoted}`;
    case "server":
      return `${label} had an internal error${remote.status ? ` (${remote.status})` : ""}. Send the message again.${quoted}`;
    case "auth":
      return `${label} refused the key. ${keyToCheck(context)}${quoted}`;
    case "timeout":
      return `${label} took too long. Send the message again, or choose another model.${quoted}`;
    case "context_too_long":
      return `The conversation is too long for ${context.model}. Compact it, or choose a model with a larger window.${quoted}`;
    case "filtered":
      return `The content filter of ${label} did not let the message through. Edit it, or choose another model.${quoted}`;
    case "bad_request":
      return remote.status === 404
        ? `${label} does not know the model ${context.model}, or it is not at this address. Choose another model, or check ${baseUrlName(context)}.${quoted}`
        : `${label} did not accept the request for ${context.model}.${quoted}`;
    default:
      return `${label} could not answer.${quoted}`;
  }
}

function limitReason(label: string, remote: RemoteError): string {
  if (says(remote, SPEND_LIMIT))
    return `The ${label} account has reached its spending limit. Raise the limit with the provider, add another account, or choose another model.`;
  return isOutOfCredit(remote)
    ? `The ${label} account has no credit left. Top it up, add another account, or choose another model.`
    : `${label} is receiving too many requests from this account. Wait a little and send the message again.`;
}

function unreachable(context: FailureContext): string {
  return `${context.provider.label} could not be reached. Check the connection and ${baseUrlName(context)}, then try again.`;
}

function noAnswer({ provider, limits }: FailureContext): string {
  return `${provider.label} did not start answering within ${secondsOf(limits.first_byte_ms)}. Send the message again, or choose another model.`;
}

function stalled({ provider, limits }: FailureContext): string {
  return `${provider.label} stopped sending for ${secondsOf(limits.stall_ms)} in the middle of its answer. Send the message again.`;
}

function secondsOf(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** The next step after a refused key, at the place where it was entered. */
export function keyToCheck({ provider, is_typed }: Pick<FailureContext, "provider" | "is_typed">): string {
  const variable = is_typed ? undefined : provider.key_variable;
  return variable
    ? `Check ${variable} where Nightjar runs, or add a key on the Models page.`
    : "Enter a new key on the Models page.";
}

function baseUrlName({ provider, is_typed }: FailureContext): string {
  if (is_typed) return "its address on the Models page";
  return provider.base_url_variable ?? "its address";
}
