/** Finds the usage of a call, which servers and gateways put in several places, under several names. */
import type { Usage } from "../../domain/message.ts";
import type { JsonObject } from "../wire/json.ts";
import { countIn, isObject, listIn, objectIn } from "../wire/json.ts";

const PLACES = ["usage", "usage_metadata", "usageMetadata", "token_usage", "tokenUsage"];
/** Objects of a gateway or a server that hold the usage. */
const HOLDERS = ["x_groq", "x_usage", "metadata", "meta", "result"];
const INPUT = [
  "prompt_tokens",
  "input_tokens",
  "promptTokens",
  "inputTokens",
  "promptTokenCount",
  "inputTokenCount",
];
const OUTPUT = [
  "completion_tokens",
  "output_tokens",
  "completionTokens",
  "outputTokens",
  "candidatesTokenCount",
  "outputTokenCount",
];
const READ = [
  "cached_tokens",
  "prompt_cache_hit_tokens",
  "cache_read_input_tokens",
  "cachedContentTokenCount",
];

/** The object with the usage in a chunk or a document; undefined when it says nothing, or only zeros. */
export function usageIn(value: JsonObject): JsonObject | undefined {
  const choice = listIn(value, "choices")[0];
  const inner = isObject(choice) ? [choice, objectIn(choice, "delta"), objectIn(choice, "message")] : [];
  const holders = [value, ...inner, ...HOLDERS.map((key) => objectIn(value, key))].filter(
    (one) => one !== undefined,
  );
  const found = holders.flatMap((holder) =>
    PLACES.map((key) => objectIn(holder, key)).filter((one) => one !== undefined),
  );
  return found.find((given) => saysAnything(readUsage(given))) ?? localCounts(value);
}

/** The API counts cached tokens among the prompt's; `Usage` counts them apart. Undefined without any count. */
export function readUsage(given: JsonObject): Usage | undefined {
  const input = first(given, INPUT);
  const output = first(given, OUTPUT);
  const total = first(given, ["total_tokens", "totalTokens", "totalTokenCount"]);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const details = objectIn(given, "prompt_tokens_details") ?? objectIn(given, "input_tokens_details");
  const read = countIn(details, "cached_tokens") ?? first(given, READ) ?? 0;
  const written = countIn(details, "cache_write_tokens") ?? 0;
  const prompt = input ?? Math.max(0, (total ?? 0) - (output ?? 0));
  const thought = countIn(given, "thoughtsTokenCount") ?? 0;
  return {
    input_tokens: Math.max(0, prompt - read - written),
    output_tokens: (output ?? (input === undefined ? 0 : Math.max(0, (total ?? 0) - input))) + thought,
    cache_read_tokens: read,
    cache_write_tokens: written,
  };
}

/** llama.cpp and Ollama count in fields of their own. */
function localCounts(value: JsonObject): JsonObject | undefined {
  const timings = objectIn(value, "timings");
  const read = countIn(timings, "cache_n") ?? 0;
  const prompt = countIn(timings, "prompt_n") ?? countIn(value, "prompt_eval_count");
  const output = countIn(timings, "predicted_n") ?? countIn(value, "eval_count");
  if (prompt === undefined && output === undefined) return undefined;
  return { prompt_tokens: (prompt ?? 0) + read, completion_tokens: output ?? 0, cached_tokens: read };
}

function first(given: JsonObject, keys: readonly string[]): number | undefined {
  return keys.map((key) => countIn(given, key)).find((count) => count !== undefined);
}

function saysAnything(usage: Usage | undefined): boolean {
  return usage !== undefined && Object.values(usage).some((count) => count > 0);
}
