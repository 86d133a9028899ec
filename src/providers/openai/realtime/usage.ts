/** Usage of a response: text, sound and pictures are counted apart, since their prices differ. */
import type { Usage } from "../../../domain/message.ts";
import type { TokensApart } from "../../tokens-apart.ts";
import { countIn, type JsonObject, objectIn } from "../../wire/json.ts";

export interface ResponseUsage {
  usage: Usage;
  apart: TokensApart;
}

/** Undefined where the response says nothing of it. Cached tokens are among the input's. */
export function usageOf(response: JsonObject): ResponseUsage | undefined {
  const given = objectIn(response, "usage");
  const input = countIn(given, "input_tokens");
  const output = countIn(given, "output_tokens");
  if (!given || input === undefined || output === undefined) return undefined;
  const read = objectIn(given, "input_token_details") ?? {};
  const cached = objectIn(read, "cached_tokens_details");
  const cache_read_tokens = Math.min(input, countIn(read, "cached_tokens") ?? 0);
  const fresh = (name: string) => Math.max(0, (countIn(read, name) ?? 0) - (countIn(cached, name) ?? 0));
  return {
    usage: {
      input_tokens: input - cache_read_tokens,
      output_tokens: output,
      cache_read_tokens,
      cache_write_tokens: 0,
    },
    apart: {
      audio_input: fresh("audio_tokens"),
      audio_cache_read: countIn(cached, "audio_tokens") ?? 0,
      audio_output: countIn(objectIn(given, "output_token_details"), "audio_tokens") ?? 0,
      image_input: fresh("image_tokens"),
      image_cache_read: countIn(cached, "image_tokens") ?? 0,
    },
  };
}
