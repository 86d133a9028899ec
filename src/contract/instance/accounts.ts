/** Accounts at providers. A key is written, and never read out. */
import { z } from "zod";
import { REQUEST_PROFILES } from "../../providers/accounts.ts";
import { PROBE_PROBLEMS } from "../../providers/probe/problem.ts";
import { type JsonOf, namedSchema, type SchemaInput } from "../schema.ts";
import { AccountShape } from "./models.ts";

const label = z.string().trim().min(1).max(100);

const key = z
  .string()
  .trim()
  .min(1, "the provider's API key")
  .max(5_000)
  .regex(/^[\x21-\x7e]+$/, "a key has no spaces");

/** Lowest first; accounts of the settings count from 0. */
const priority = z.number().int().min(0).max(1_000);

export const AccountFields = () =>
  z.object({
    provider: z.string(),
    label: label.optional(),
    /** A server of one's own may need none. */
    key: key.optional(),
    /** Address of a server that is not the provider's own. */
    base_url: z
      .url({ protocol: /^https?$/, error: "an address such as https://models.example.org/v1" })
      .max(500)
      .optional(),
    /** Names of its models, for a provider without a list of them. */
    models: z.array(z.string().trim().min(1).max(200)).max(50).optional(),
    /** The `host:port` of an address outside the public web, which the operator has confirmed for models. */
    allow_address: z.string().max(300).optional(),
    priority: priority.default(100),
  });

export const AccountChangeFields = () =>
  z.object({
    label: label.optional(),
    key: key.optional(),
    priority: priority.optional(),
    /** Size of the requests to its models; null: as their window allows. */
    profile: z.enum(REQUEST_PROFILES).nullable().optional(),
    /** Plain chat completions; only for a server with an address of its own. */
    compatibility: z.boolean().optional(),
    /** Ends its cooldown, and enables it again after its key was refused. */
    enabled: z.literal(true).optional(),
  });

export const ShownAccountShape = namedSchema("Account", () =>
  AccountShape().extend({
    /** The last characters of its key. */
    key_hint: z.string(),
    base_url: z.string().optional(),
    /** False: its key was encrypted with another secret. */
    readable: z.boolean(),
    from_settings: z.boolean(),
    /** Spending of this month, in UTC. */
    spent: z.object({ calls: z.number(), unpriced_calls: z.number(), cost_usd: z.number() }),
  }),
);

export const AccountTestFields = () => z.object({ model: z.string().min(1).max(200).optional() });

export const AccountTestShape = namedSchema("AccountTest", () =>
  z.object({
    ok: z.boolean(),
    model: z.string(),
    text: z.string().optional(),
    problem: z.enum(PROBE_PROBLEMS).optional(),
    reason: z.string().optional(),
  }),
);

export const AccountModelsShape = namedSchema("AccountModels", () =>
  z.object({
    ok: z.boolean(),
    models: z.array(z.string()).optional(),
    problem: z.enum(PROBE_PROBLEMS).optional(),
    reason: z.string().optional(),
  }),
);

export type Account = JsonOf<typeof ShownAccountShape>;
export type AccountFields = SchemaInput<typeof AccountFields>;
export type AccountChange = SchemaInput<typeof AccountChangeFields>;
export type AccountTest = JsonOf<typeof AccountTestShape>;
export type AccountModels = JsonOf<typeof AccountModelsShape>;
