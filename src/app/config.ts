/** env -> typed settings. A secret that is not set is undefined: the feature that needs it refuses. */
import { z } from "zod";
import { AppError } from "../domain/errors.ts";

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
/** Compared letter by letter with what the provider says of itself: a slash at its end stays. */
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

/** Seconds, from a text. */
const seconds = text
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number("must be a number of seconds").positive().max(3_600).optional());

const requestsPerMinute = text
  .transform((value) => (value === undefined ? 600 : Number(value)))
  .pipe(z.int("must be a whole number; 0 is no limit").min(0).max(1_000_000));

/** One of a closed set: another is refused with what there is. */
function oneOf<const Value extends string>(values: readonly Value[]) {
  return text.pipe(z.enum(values, `must be one of ${values.join(", ")}`).optional());
}

/** Those of wrangler: `debug` and `log` are `info` to the Worker. */
const LOG_LEVELS = ["debug", "info", "log", "warn", "error", "none"] as const;

/** How many, from a text. */
const count = text
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number("must be a number").nonnegative().optional());

const Settings = z.object({
  ADMIN_TOKEN: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  SESSION_SECRET: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  /** The header in which a proxy in front names whom it has signed in, and what proves that proxy. */
  TRUSTED_HEADER: text.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
  ),
  TRUSTED_PROXY_SECRET: text.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  /** The header in which the platform, or a proxy in front, writes from where a request comes: others must not be able to. */
  CLIENT_ADDRESS_HEADER: text.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
  ),
  /** An OpenID provider that people sign in with, and what whoever is new becomes by it: nothing where that is not set. */
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
  /** What the server of OPENAI_BASE_URL calls the model that writes voice messages down. */
  TRANSCRIBE_MODEL: text,
  /** How long providers keep a prompt for the next call. */
  PROMPT_CACHE_LIFETIME: oneOf(["5m", "1h"]),
  /** Longest silence of a model before its answer begins, and in the middle of it. */
  MODEL_FIRST_BYTE_SECONDS: seconds,
  MODEL_STALL_SECONDS: seconds,
  /** Of each person, API key and stranger's address; 0 is no limit. */
  REQUESTS_PER_MINUTE: requestsPerMinute,
  BRAVE_API_KEY: text,
  BRAVE_BASE_URL: url,
  TAVILY_API_KEY: text,
  TAVILY_BASE_URL: url,
  SEARXNG_URL: url,
  /** Speaks as Open-Meteo does, which is asked without it. */
  WEATHER_BASE_URL: url,
  ELEVENLABS_API_KEY: text,
  ELEVENLABS_BASE_URL: url,
  /** Whose mail is led to this Worker by Cloudflare's Email Routing. */
  EMAIL_DOMAIN: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, "must be a domain, for example mail.example.com")
      .optional(),
  ),
  /** Comma-separated hosts (host or host:port) that the SSRF guard lets through. */
  FETCH_ALLOW_HOSTS: text,
  /** A name server that answers application/dns-json; the guard looks names up before it fetches. */
  DNS_OVER_HTTPS_URL: url,
  /** The same of this machine's own resolver, which npm start sets. */
  SYSTEM_DNS_URL: url,
  /** What one person may keep: see quotas/quota.ts for what they are without. */
  QUOTA_WORKSPACE_MB: count,
  QUOTA_WORKSPACE_FILES: count,
  QUOTA_UPLOADS_MB: count,
  QUOTA_MEMORY_ITEMS: count,
  QUOTA_JOBS_WAITING: count,
  QUOTA_MCP_SERVERS: count,
  QUOTA_SCHEDULES: count,
  QUOTA_CLIENTS: count,
  /** The least that is logged. */
  LOG_LEVEL: oneOf(LOG_LEVELS),
  /** "true" when Vectorize is set up and may be called. */
  VECTORIZE_ENABLED: oneOf(["true", "false"]),
  /** What runs code; unset, QuickJS. */
  SANDBOX: oneOf(["quickjs", "isolate"]),
});

export type Settings = z.output<typeof Settings>;

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
