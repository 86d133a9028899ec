/** Asks a provider which models an account can really reach. */
import { AppError } from "../../domain/errors.ts";
import { parseJson } from "../../platform/json.ts";
import type { ProviderEntry } from "../catalog/schema.ts";
import { type FailureContext, failureOf } from "../failures.ts";
import { remoteErrorInText } from "../remote-error.ts";
import { isObject, listIn, textIn } from "../wire/json.ts";
import { type ProbeProblem, problemOf } from "./problem.ts";

export type ReachabilityResult =
  | { ok: true; models: string[] }
  | { ok: false; problem: ProbeProblem; reason: string };

export interface ReachabilityRequest {
  key: string;
  /** Absolute, without a trailing slash. */
  base_url: string;
  context: FailureContext;
  fetch: typeof fetch;
}

const PATIENCE_MS = 15_000;
const MOST_CHARACTERS = 5_000_000;
const MOST_MODELS = 1_000;

/** Ids as the provider spells them, sorted. Never throws. */
export async function reachable(request: ReachabilityRequest): Promise<ReachabilityResult> {
  const { provider } = request.context;
  try {
    const response = await request.fetch(listAddress(provider, request.base_url), {
      headers: headersFor(provider, request.key),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = (await response.text()).slice(0, MOST_CHARACTERS);
    return response.ok ? listed(text, request) : refused(text, response, request);
  } catch (error) {
    return unreached(error, request);
  }
}

function listAddress({ protocol }: ProviderEntry, base_url: string): string {
  return protocol === "anthropic"
    ? `${base_url.replace(/\/v1$/, "")}/v1/models?limit=1000`
    : `${base_url}/models`;
}

function headersFor({ protocol }: ProviderEntry, key: string): Record<string, string> {
  const accept = { accept: "application/json" };
  if (key === "") return accept;
  return protocol === "anthropic"
    ? { ...accept, "x-api-key": key, "anthropic-version": "2023-06-01" }
    : { ...accept, authorization: `Bearer ${key}` };
}

function listed(text: string, { base_url, context: { provider } }: ReachabilityRequest): ReachabilityResult {
  const body = parseJson(text);
  const entries = entriesOf(body);
  const ids = entries.map(idOf);
  // Google prefixes each id with `models/`.
  const models = ids.flatMap((id) => (id === "" ? [] : [id.replace(/^models\//, "")]));
  if (models.length > 0) return { ok: true, models: [...new Set(models)].toSorted().slice(0, MOST_MODELS) };
  return isObject(body) && body["object"] === "list"
    ? { ok: false, problem: "no_models", reason: noModels(provider) }
    : { ok: false, problem: "not_a_model_server", reason: noServer(provider, base_url) };
}

function noModels({ name, label }: ProviderEntry): string {
  return name === "ollama"
    ? `${label} has no models yet. Run "ollama pull llama3.2" there, then test again.`
    : `${label} has no models yet. Load one there, then test again.`;
}

function noServer({ label }: ProviderEntry, base_url: string): string {
  return `${base_url} answers, but sent no list of models for ${label}. Check the address: it usually ends in /v1.`;
}

/** Most send `{data: […]}`; Together the list alone, Ollama and Google `{models: […]}`. */
function entriesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return [];
  const { data } = body;
  if (isObject(data)) return entriesOf(data);
  return (
    ["data", "models", "result", "items"].map((key) => listIn(body, key)).find((list) => list.length > 0) ??
    []
  );
}

function idOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (!isObject(entry)) return "";
  return ["id", "model", "name", "model_id"].map((key) => textIn(entry, key)).find((id) => id !== "") ?? "";
}

function refused(
  text: string,
  { status, headers }: Response,
  { base_url, context }: ReachabilityRequest,
): ReachabilityResult {
  const failure = failureOf({ ...remoteErrorInText(text), status, headers }, context);
  return status === 404
    ? { ok: false, problem: "not_a_model_server", reason: noServer(context.provider, base_url) }
    : { ok: false, problem: problemOf(failure), reason: failure.reason };
}

/** The guard's refusals come as errors too. */
function unreached(
  error: unknown,
  { base_url, context: { provider } }: ReachabilityRequest,
): ReachabilityResult {
  if (error instanceof AppError && error.kind === "resource_not_found")
    return { ok: false, problem: "no_such_host", reason: `${error.reason} Check the address.` };
  if (error instanceof AppError)
    return {
      ok: false,
      problem: "not_allowed",
      reason: `${base_url} is not allowed for models any more. Remove the account and connect it again.`,
    };
  const reason = `${provider.label} can't be reached at ${base_url}. Is it running, and is the address right?`;
  return { ok: false, problem: "unreachable", reason };
}
