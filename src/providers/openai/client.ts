/** The SDK's client for an account, reduced to what a streamed call needs. */
import OpenAI from "openai";
import type { Ask } from "../wire/ask.ts";
import { askOver } from "../wire/ask.ts";

/** The SDK reads every option that it is not given from the environment, so all are given. */
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
