/** Checks by the name of their connection. Chat bots are asked by their channel; a connection without a check is taken as it is. */
import type { Check } from "./check.ts";
import { searchCheck } from "./search.ts";
import { speechCheck } from "./speech.ts";
import { weatherCheck } from "./weather.ts";

export const CHECKS: Readonly<Record<string, Check>> = {
  brave: searchCheck("brave"),
  tavily: searchCheck("tavily"),
  searxng: searchCheck("searxng"),
  duckduckgo: searchCheck("duckduckgo"),
  exa: searchCheck("exa"),
  kagi: searchCheck("kagi"),
  serper: searchCheck("serper"),
  google_search: searchCheck("google_search"),
  jina: searchCheck("jina"),
  openalex: searchCheck("openalex"),
  arxiv: searchCheck("arxiv"),
  semantic_scholar: searchCheck("semantic_scholar"),
  cloudflare_search: searchCheck("cloudflare_search"),
  elevenlabs: speechCheck("elevenlabs"),
  deepgram: speechCheck("deepgram"),
  transcription_server: speechCheck("transcription_server"),
  speech_server: speechCheck("speech_server"),
  open_meteo: weatherCheck,
};
