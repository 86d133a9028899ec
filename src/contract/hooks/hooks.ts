/** Hooks as the API takes and shows them, and their latest deliveries. */
import { z } from "zod";
import { TIER } from "../../domain/fields/codes.ts";
import {
  DELIVERY_STATUSES,
  HOOK_DEFAULTS,
  MOST_PER_MINUTE,
  OPERATORS,
  PLAIN_HMAC,
} from "../../domain/hook.ts";
import { MAIL_NAME, MAIL_NAME_RULE, SENDER, SENDER_RULE } from "../../hooks/mail/address.ts";
import { FIELD, FIELD_RULE } from "../../hooks/payload.ts";
import { PRESET_NAMES } from "../../hooks/presets.ts";
import { templateProblem } from "../../hooks/template.ts";
import { codeSchema } from "../../platform/settings/schema.ts";
import { type ChangeTo, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const header = () =>
  z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "is the name of a header")
    .transform((name) => name.toLowerCase());
const field = () => z.string().max(400).regex(FIELD, FIELD_RULE);
const prefix = () => z.string().max(40).default("");

const TokenShape = () => z.strictObject({ scheme: z.literal("token"), header: header(), prefix: prefix() });

const AddressShape = () =>
  z.strictObject({
    scheme: z.literal("address"),
    parameter: z
      .string()
      .max(100)
      .regex(/^[\w.~-]+$/, "is the name of a parameter: letters, digits and . _ ~ -")
      .nullable(),
  });

const HmacShape = () =>
  z.strictObject({
    scheme: z.literal("hmac"),
    header: header(),
    prefix: prefix(),
    separator: z.enum(["", ",", " "]).default(PLAIN_HMAC.separator),
    encoding: z.enum(["hex", "base64"]).default(PLAIN_HMAC.encoding),
    signed: z.string().max(200).default(PLAIN_HMAC.signed),
    timestamp: z
      .union([z.strictObject({ header: header() }), z.strictObject({ entry: z.string().min(1).max(20) })])
      .nullable()
      .default(null),
    tolerance_s: z.number().int().min(10).max(86_400).default(PLAIN_HMAC.tolerance_s),
    secret_encoding: z.enum(["text", "base64"]).default(PLAIN_HMAC.secret_encoding),
  });

const VerificationShape = namedSchema("HookVerification", () =>
  z.discriminatedUnion("scheme", [TokenShape(), AddressShape(), HmacShape()]).superRefine((how, context) => {
    const problem = how.scheme === "hmac" ? signingProblem(how) : undefined;
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  }),
);

/** Refuses a template that leaves the body or the timestamp unsigned: what is not signed proves nothing. */
function signingProblem({ signed, timestamp }: z.output<ReturnType<typeof HmacShape>>): string | undefined {
  if (!signed.includes("{body}")) return "What is signed must hold {body}.";
  if (timestamp !== null && !signed.includes("{timestamp}"))
    return "A timestamp that is not signed proves nothing: let `signed` hold {timestamp}.";
  if (timestamp === null && signed.includes("{timestamp}"))
    return "Say where the timestamp stands: `timestamp` is a header, or an entry of the signature's header.";
  return undefined;
}

const IdPlaceShape = () =>
  z.union([z.strictObject({ header: header() }), z.strictObject({ field: field() })]);

const ConditionShape = () =>
  z.strictObject({ field: field(), op: z.enum(OPERATORS), value: z.string().max(500).default("") });

const template = () =>
  z
    .string()
    .max(8_000)
    .superRefine((text, context) => {
      const problem = templateProblem(text);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    });

const MailShape = () =>
  z.strictObject({
    name: z.string().trim().toLowerCase().regex(MAIL_NAME, `has ${MAIL_NAME_RULE}`),
    senders: z
      .array(z.string().trim().toLowerCase().regex(SENDER, `is ${SENDER_RULE}`))
      .min(1, "say who may write there")
      .max(100),
  });

export const HookBody = () =>
  z.object({
    name: z.string().trim().min(1, "give it a name").max(100),
    /** In place of `verification` and `delivery_id`. */
    preset: z.enum(PRESET_NAMES).optional(),
    verification: VerificationShape().optional(),
    delivery_id: IdPlaceShape().nullable().optional(),
    filter: z.array(ConditionShape()).max(20).default([]),
    template: template().default(HOOK_DEFAULTS.template),
    instructions: z.string().max(8_000).default(HOOK_DEFAULTS.instructions),
    agent: z.string().min(1).max(200).nullable().default(null),
    conversation: z.enum(["one", "each"]).default(HOOK_DEFAULTS.conversation),
    conversation_id: z.string().min(1).max(200).nullable().default(null),
    tier: codeSchema(TIER).default(HOOK_DEFAULTS.tier),
    rate_per_minute: z.number().int().min(1).max(MOST_PER_MINUTE).default(HOOK_DEFAULTS.rate_per_minute),
    mail: MailShape().nullable().default(null),
    enabled: z.boolean().default(true),
  });

/** A secret that the sender has chosen. */
const secret = () => z.string().min(16, "is too short: it could be guessed").max(500);

export const HookSecretBody = () => z.object({ secret: secret().optional() });

export const NewHookBody = () => HookBody().extend(HookSecretBody().shape);

export const HookShape = namedSchema("Hook", () =>
  z.object({
    id: z.string(),
    /** The path to which the sender posts. */
    path: z.string(),
    name: z.string(),
    verification: VerificationShape(),
    delivery_id: IdPlaceShape().nullable(),
    filter: z.array(ConditionShape()),
    template: z.string(),
    instructions: z.string(),
    agent: z.string().nullable(),
    conversation: z.enum(["one", "each"]),
    conversation_id: z.string().nullable(),
    tier: z.string(),
    rate_per_minute: z.number(),
    mail: MailShape().nullable(),
    /** The hook's mail address; null if it takes no mail, or the instance takes none. */
    mail_address: z.string().nullable(),
    enabled: z.boolean(),
    hint: z.string(),
    deliveries: z.number(),
    last_at: time().nullable(),
    last_status: z.enum(DELIVERY_STATUSES).nullable(),
    created_at: time(),
    updated_at: time(),
  }),
);

export const HookWithSecretShape = () => HookShape().extend({ secret: z.string() });

export const HookDeliveryShape = namedSchema("HookDelivery", () =>
  z.object({
    id: z.string(),
    sender_id: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    reason: z.string().nullable(),
    origin: z.enum(["sender", "test", "replay"]),
    size: z.number(),
    excerpt: z.string(),
    /** Whether it can be replayed. */
    is_kept: z.boolean(),
    conversation_id: z.string().nullable(),
    at: time(),
  }),
);

export const TakenDeliveryShape = namedSchema("HookTaken", () =>
  z.object({
    status: z.enum(["accepted", "duplicate", "filtered"]),
    delivery_id: z.string(),
    reason: z.string().optional(),
  }),
);

export type NewHookBody = SchemaInput<typeof NewHookBody>;
export type HookChange = ChangeTo<SchemaInput<typeof HookBody>>;
export type Hook = JsonOf<typeof HookShape>;
export type HookWithSecret = JsonOf<typeof HookWithSecretShape>;
export type HookDelivery = JsonOf<typeof HookDeliveryShape>;
export type TakenDelivery = JsonOf<typeof TakenDeliveryShape>;
