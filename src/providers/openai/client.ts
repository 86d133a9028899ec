/** The SDK's client for an account, as much of it as a streamed call needs. */
import OpenAI from "openai";
import type { Ask } from "../wire/ask.ts";
import { askOver } from "../wire/ask.ts";

/** The SDK reads the environment for what it is not given: nothing is left to it. */
export function createClient(key: string, base_url: string | undefined, send: typeof fetch): Ask {
  const client = new OpenAI({
    apiKey: key || "none",
    baseURL: base_url ?? "https://api.openai.com/v1",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 3_600_000,
    fetch: send,
    logLevel: "off",
  });
  return askOver({
    client,
    send,
    refusal: ({ status, said, words, headers }) => OpenAI.APIError.generate(status, said, words, headers),
  });
}
