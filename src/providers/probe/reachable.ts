/** Asks a provider which models an account can really reach. */
import { parseJson } from "../../platform/json.ts";
import type { ProviderEntry } from "../catalog/schema.ts";
import { type FailureContext, failureOf } from "../failures.ts";
import { remoteErrorInText } from "../remote-error.ts";
import { isObject, listIn, textIn } from "../wire/json.ts";

export type ReachabilityResult = { ok: true; models: string[] } | { ok: false; reason: string };

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
    return response.ok ? listed(text, provider) : refused(text, response, request);
  } catch {
    return { ok: false, reason: `${provider.label} could not be reached. Check its address.` };
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

function listed(text: string, { label }: ProviderEntry): ReachabilityResult {
  const body = parseJson(text);
  const ids = entriesOf(body).map(idOf);
  // Google prefixes each id with `models/`.
  const models = ids.flatMap((id) => (id === "" ? [] : [id.replace(/^models\//, "")]));
  return models.length > 0
    ? { ok: true, models: [...new Set(models)].toSorted().slice(0, MOST_MODELS) }
    : { ok: false, reason: `${label} sent no list of models. Check the address: it usually ends in /v1.` };
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
  { context }: ReachabilityRequest,
): ReachabilityResult {
  return { ok: false, reason: failureOf({ ...remoteErrorInText(text), status, headers }, context).reason };
}
