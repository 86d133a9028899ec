/** Parses env into typed settings. An unset secret is undefined, and the feature that needs it refuses. */
import { z } from "zod";
import { AppError } from "../domain/errors.ts";
import { INTERFACE_LANGUAGES } from "../domain/text/translated/languages.ts";

const text = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .optional();
const url = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value.replace(/\/+$/, "")))
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .optional();
/** An address without a path. */
const origin = url.pipe(
  z
    .string()
    .refine(
      (value) => new URL(value).pathname === "/",
      "must be an address without a path, as https://agents.example.com",
    )
    .optional(),
);
/** Compared letter by letter with what the provider says of itself, so a slash at the end stays. */
const issuer = text.pipe(z.url({ protocol: /^https?$/ }).optional());
const modelId = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .pipe(
    z
      .string()
      .regex(/^[a-z0-9-]+\/.+$/, "must be provider/model, for example anthropic/claude-sonnet-5-5")
      .optional(),
  )
  .optional();

/** A number of seconds, parsed from text. */
const seconds = text
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number("must be a number of seconds").positive().max(3_600).optional());

const requestsPerMinute = text
  .transform((value) => (value === undefined ? 600 : Number(value)))
  .pipe(z.int("must be a whole number; 0 is no limit").min(0).max(1_000_000));

/** One of a closed set; the refusal lists the values. */
function oneOf<const Value extends string>(values: readonly Value[]) {
  return text.pipe(z.enum(values, `must be one of ${values.join(", ")}`).optional());
}

/** The levels of wrangler: to the Worker, `debug` and `log` mean `info`. */
const LOG_LEVELS = ["debug", "info", "log", "warn", "error", "none"] as const;

/** A number, parsed from text. */
const count = text
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number("must be a number").nonnegative().optional());

const Settings = z.object({
  ADMIN_TOKEN: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  SESSION_SECRET: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  /** Address by which people reach this instance, where a proxy stands in front of it. */
  PUBLIC_URL: origin,
  /** Language of Nightjar's own texts in chats, for people who have chosen none and whose platform reports none. */
  INSTANCE_LANGUAGE: oneOf(INTERFACE_LANGUAGES),
  /** The header in which a proxy in front names the person it has signed in, and the secret that proves the proxy. */
  TRUSTED_HEADER: text.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
  ),
  TRUSTED_PROXY_SECRET: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  /** The header in which the platform, or a proxy in front, writes the client's address: nobody else must be able to set it. */
  CLIENT_ADDRESS_HEADER: text.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
  ),
  /** The OpenID provider that people sign in with, and the role of newcomers; without the role nobody new comes in by it. */
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  OIDC_NEW_PEOPLE: oneOf(["member", "guest"]),
  ANTHROPIC_API_KEY: text,
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: url,
  OPENROUTER_API_KEY: text,
  OPENROUTER_BASE_URL: url,
  GOOGLE_API_KEY: text,
  GOOGLE_BASE_URL: url,
  OLLAMA_BASE_URL: url,
  FIND_OLLAMA: oneOf(["true", "false"]),
  DEFAULT_MODEL: modelId,
  FAST_MODEL: modelId,
  EMBEDDING_MODEL: modelId,
  /** Names of the model that transcribes, and of the model and voice that read aloud, at the server of OPENAI_BASE_URL. */
  TRANSCRIBE_MODEL: text,
  SPEECH_MODEL: text,
  SPEECH_VOICE: text,
  /** Prompt for summaries of long conversations, for agents without one of their own. */
  COMPACTION_PROMPT: text.pipe(z.string().max(20_000, "must have at most 20,000 characters").optional()),
  /** Time for which providers cache a prompt for the next call. */
  PROMPT_CACHE_LIFETIME: oneOf(["5m", "1h"]),
  /** Longest silence of a model before its answer begins, and in the middle of it. */
  MODEL_FIRST_BYTE_SECONDS: seconds,
  MODEL_STALL_SECONDS: seconds,
  /** Rate limit for each person, API key and stranger's address; 0 is no limit. */
  REQUESTS_PER_MINUTE: requestsPerMinute,
  BRAVE_API_KEY: text,
  BRAVE_BASE_URL: url,
  TAVILY_API_KEY: text,
  TAVILY_BASE_URL: url,
  SEARXNG_URL: url,
  EXA_API_KEY: text,
  EXA_BASE_URL: url,
  KAGI_API_KEY: text,
  KAGI_BASE_URL: url,
  SERPER_API_KEY: text,
  SERPER_BASE_URL: url,
  /** Google's Programmable Search: a key, and the id of a search engine. */
  GOOGLE_SEARCH_API_KEY: text,
  GOOGLE_SEARCH_ENGINE_ID: text,
  GOOGLE_SEARCH_BASE_URL: url,
  JINA_API_KEY: text,
  JINA_BASE_URL: url,
  /** "true": papers are searched in OpenAlex. */
  OPENALEX_SEARCH: oneOf(["true", "false"]),
  OPENALEX_BASE_URL: url,
  /** "true": papers are searched in arXiv, and in Semantic Scholar. */
  ARXIV_SEARCH: oneOf(["true", "false"]),
  ARXIV_BASE_URL: url,
  SEMANTIC_SCHOLAR_SEARCH: oneOf(["true", "false"]),
  SEMANTIC_SCHOLAR_BASE_URL: url,
  /** Cloudflare's Web Search API: an account, and a token that may read Workers AI and AI Gateway. */
  CLOUDFLARE_SEARCH_ACCOUNT: text,
  CLOUDFLARE_SEARCH_TOKEN: text,
  CLOUDFLARE_SEARCH_BASE_URL: url,
  /** Comma-separated hosts that alone are searched, and that never are. */
  SEARCH_HOSTS: text,
  SEARCH_BLOCKED_HOSTS: text,
  /** "true": DuckDuckGo is searched too. */
  DUCKDUCKGO_SEARCH: oneOf(["true", "false"]),
  DUCKDUCKGO_BASE_URL: url,
  /** "true": agents tell the weather by Open-Meteo. */
  OPEN_METEO: oneOf(["true", "false"]),
  /** Address of a server that speaks Open-Meteo's API; Open-Meteo itself is asked without it. */
  WEATHER_BASE_URL: url,
  ELEVENLABS_API_KEY: text,
  ELEVENLABS_BASE_URL: url,
  /** Model and voice of ElevenLabs, of those that have none of their own. */
  ELEVENLABS_MODEL: text,
  ELEVENLABS_VOICE: text,
  DEEPGRAM_API_KEY: text,
  DEEPGRAM_BASE_URL: url,
  DEEPGRAM_MODEL: text,
  DEEPGRAM_VOICE: text,
  /** Servers of one's own that speak OpenAI's audio API: one transcribes, one reads aloud. */
  TRANSCRIPTION_SERVER_URL: url,
  TRANSCRIPTION_SERVER_KEY: text,
  TRANSCRIPTION_SERVER_MODEL: text,
  SPEECH_SERVER_URL: url,
  SPEECH_SERVER_KEY: text,
  SPEECH_SERVER_MODEL: text,
  SPEECH_SERVER_VOICE: text,
  /** The domain whose mail Cloudflare's Email Routing leads to this Worker. */
  EMAIL_DOMAIN: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, "must be a domain, for example mail.example.com")
      .optional(),
  ),
  /** Comma-separated hosts (host or host:port) that the SSRF guard lets through. */
  FETCH_ALLOW_HOSTS: text,
  /** A DNS server that answers application/dns-json; the guard resolves names before it fetches. */
  DNS_OVER_HTTPS_URL: url,
  /** A server of that kind for this machine's own resolver; npm start sets it. */
  SYSTEM_DNS_URL: url,
  /** Ports of this machine at which model servers are looked for, separated by commas; npm start sets it. */
  LOCAL_MODEL_PORTS: text.pipe(
    z
      .string()
      .regex(/^\d{1,5}(,\d{1,5})*$/, "must be ports, such as 11434,1234")
      .optional(),
  ),
  /** Quotas of one person; quotas/quota.ts has the defaults. */
  QUOTA_WORKSPACE_MB: count,
  QUOTA_WORKSPACE_FILES: count,
  QUOTA_UPLOADS_MB: count,
  QUOTA_MEMORY_ITEMS: count,
  QUOTA_JOBS_WAITING: count,
  QUOTA_MCP_SERVERS: count,
  QUOTA_SCHEDULES: count,
  QUOTA_CLIENTS: count,
  /** Megabytes of one file that is uploaded in pieces. */
  UPLOAD_MAX_MB: count,
  /** The lowest level that is logged. */
  LOG_LEVEL: oneOf(LOG_LEVELS),
  /** "true": turns are counted for GET /metrics. */
  METRICS: oneOf(["true", "false"]),
  /** Base address of a collector that takes OTLP over HTTP; no traces are exported without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  /** Headers for it: `name=value` between commas, values URL-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_SERVICE_NAME: text,
  /** Share of traces that is exported, 0 to 1; those that a caller began are exported as the caller says. */
  OTEL_TRACES_SAMPLER_ARG: count.pipe(z.number().max(1, "must be between 0 and 1").optional()),
  /** "true": the messages of a turn are exported with it. */
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: oneOf(["true", "false"]),
  /** "true" when Vectorize is set up and may be called. */
  VECTORIZE_ENABLED: oneOf(["true", "false"]),
  /** The engine of the sandbox; QuickJS if unset. */
  SANDBOX: oneOf(["quickjs", "isolate"]),
});

export type Settings = z.output<typeof Settings>;

/** Settings that connections of the app may set. */
const OF_CONNECTIONS = [
  "BRAVE_API_KEY",
  "TAVILY_API_KEY",
  "SEARXNG_URL",
  "DUCKDUCKGO_SEARCH",
  "EXA_API_KEY",
  "KAGI_API_KEY",
  "SERPER_API_KEY",
  "GOOGLE_SEARCH_API_KEY",
  "GOOGLE_SEARCH_ENGINE_ID",
  "JINA_API_KEY",
  "OPENALEX_SEARCH",
  "ARXIV_SEARCH",
  "SEMANTIC_SCHOLAR_SEARCH",
  "CLOUDFLARE_SEARCH_ACCOUNT",
  "CLOUDFLARE_SEARCH_TOKEN",
  "ELEVENLABS_API_KEY",
  "ELEVENLABS_MODEL",
  "ELEVENLABS_VOICE",
  "DEEPGRAM_API_KEY",
  "DEEPGRAM_MODEL",
  "DEEPGRAM_VOICE",
  "TRANSCRIPTION_SERVER_URL",
  "TRANSCRIPTION_SERVER_KEY",
  "TRANSCRIPTION_SERVER_MODEL",
  "SPEECH_SERVER_URL",
  "SPEECH_SERVER_KEY",
  "SPEECH_SERVER_MODEL",
  "SPEECH_SERVER_VOICE",
  "OPEN_METEO",
  "EMAIL_DOMAIN",
] as const;

/**
 * The settings with getters for those that the app may set, so that a change holds at once: read them where they are used, and
 * do not copy the object. `app` gives the settings as they hold now.
 */
export function liveSettings(filed: Settings, app: () => object): Settings {
  const live = OF_CONNECTIONS.map((name) => {
    const get = () => filed[name] ?? Settings.shape[name].safeParse((app() as Settings)[name]).data;
    return [name, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({ ...filed }, Object.fromEntries(live));
}

/** Throws an AppError that names the variable and the fix. */
export function parseConfig(env: object): Settings {
  const result = Settings.safeParse(env);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join(".") ?? "settings";
  throw new AppError(
    "internal",
    `${name}: ${issue?.message ?? "is not valid"}. Correct it in .dev.vars (locally) or with "wrangler secret put ${name}".`,
  );
}
