/** Sessions of a person, and their API keys. */
import { z } from "zod";
import { KEY_SCOPES } from "../../domain/key-scopes.ts";
import { date, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

export const SessionShape = namedSchema("Session", () =>
  z.object({
    id: z.string(),
    /** The person's name for it; empty while it has none. */
    device: z.string(),
    user_agent: z.string(),
    created_at: time(),
    last_seen_at: time().nullable(),
    expires_at: time(),
    /** The client for whom the person acts there. */
    client: z.string().nullable(),
    /** The session of this request. */
    current: z.boolean(),
  }),
);

/** Marks of a key for programs. */
export const KeyMarks = {
  /** Memory keeps what is said with it through the APIs of OpenAI and Anthropic. */
  remembers: z.boolean().default(false),
  /** The program serves several people, and may name the one who speaks. */
  speaks_for_others: z.boolean().default(false),
};

export const KeyFields = () =>
  z.object({
    name: z.string().trim().min(1).max(100),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1, "choose at least one")
      .transform((given) => KEY_SCOPES.filter((scope) => given.includes(scope))),
    ...KeyMarks,
    /** A date, as people write it; null or absent: the key does not expire. */
    expires_at: date.nullish(),
  });

export const KeyShape = namedSchema("ApiKey", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(KEY_SCOPES)),
    remembers: z.boolean(),
    speaks_for_others: z.boolean(),
    last_four: z.string(),
    created_at: time(),
    expires_at: time().nullable(),
    last_used_at: time().nullable(),
  }),
);

/** The only answer that contains the key. */
export const NewKeyShape = namedSchema("NewApiKey", () => KeyShape().extend({ key: z.string() }));

export const EndedSessionsShape = () => z.object({ ended: z.number() });

export type Device = JsonOf<typeof SessionShape>;
export type EndedSessions = JsonOf<typeof EndedSessionsShape>;
export type ApiKey = JsonOf<typeof KeyShape>;
export type NewApiKey = JsonOf<typeof NewKeyShape>;
export type KeyFields = SchemaInput<typeof KeyFields>;
