/** Channels as the API shows them: the state of their accounts, who may write, who waits to be let in. */
import { z } from "zod";
import { oneName } from "../domain/text/one-name.ts";
import { ACCESS_POLICIES, GROUP_POLICIES, SENDER_RULES } from "../routing/access/access.ts";
import { personName } from "./people/people.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "./schema.ts";

/** Name of a channel's account; empty for the first one. */
export const accountName = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{0,32}$/, "an account is named by a to z, digits and -; empty is the first one")
    .default("");

export const HealthShape = () =>
  z.discriminatedUnion("status", [
    z.object({
      status: z.literal("ok"),
      name: z.string(),
      webhook: z.string().nullable(),
      /** This instance asks for its messages, and nothing is sent to it. */
      is_fetched: z.literal(true).optional(),
      /** Opens a chat with the bot, or invites it; `CODE` in it stands for a code that links whoever opens it. */
      open_url: z.string().optional(),
    }),
    /** The platform is asked with `check=true` only, and only if it can be asked. */
    z.object({ status: z.literal("not_asked") }),
    z.object({
      status: z.literal("broken"),
      problem: z.string(),
      is_about_address: z.literal(true).optional(),
    }),
  ]);

export const ChannelPolicyFields = () =>
  z.strictObject({ account: accountName(), policy: z.enum(ACCESS_POLICIES).nullable() });

export const ConnectFields = () =>
  z.strictObject({
    account: accountName(),
    /** This instance's address, as the platform reaches it. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
  });

export const ConnectedChannelShape = () => z.object({ webhook_url: z.string(), health: HealthShape() });

export const ChannelStateShape = namedSchema("ChannelState", () =>
  z.object({
    channel: z.string(),
    account: z.string(),
    label: z.string(),
    /** The next step before the account opens; null if it is set up. */
    missing: z.string().nullable(),
    policy: z.enum(ACCESS_POLICIES),
    /** Whether the policy was set in the app, which overrides the settings. */
    policy_by: z.enum(["app", "setting"]),
    /** People whom the policy lets in and nobody answers; null if all are answered. */
    warning: z.string().nullable(),
    default_agent: z.string().nullable(),
    fallback_agent: z.string().nullable(),
    health: HealthShape(),
    can_connect: z.boolean(),
    /** The address to which the platform sends what people write. */
    webhook_url: z.string(),
    last_inbound_at: time().nullable(),
    /** Name of whoever wrote last; null: nobody has, or it is unknown. */
    last_sender: z.string().nullable(),
    last_error: z.string().nullable(),
    last_error_at: time().nullable(),
    pending_pairings: z.int(),
  }),
);

/** A bot that answers. `open_url`: opens a chat with it, or invites it. */
export const ChatBotShape = namedSchema("ChatBot", () =>
  z.object({
    channel: z.string(),
    account: z.string(),
    label: z.string(),
    name: z.string(),
    open_url: z.string(),
  }),
);

export const AccessRuleShape = namedSchema("AccessRule", () =>
  z.object({
    kind: z.enum(["group", "sender"]),
    id: z.string(),
    rule: z.enum([...GROUP_POLICIES, ...SENDER_RULES]),
    name: z.string(),
  }),
);

export const AccessRuleFields = () =>
  z.strictObject({
    account: accountName(),
    kind: z.enum(["group", "sender"]),
    /** The thread of a group, or the platform's own id of a sender: never a name. */
    id: z.string().trim().min(1).max(200),
    /** For a group: closed, allowlist, open. For a sender: listed, blocked. */
    rule: z.string(),
    name: z.string().trim().max(100).overwrite(oneName).default(""),
  });

export const ChannelPlaceShape = namedSchema("ChannelPlace", () =>
  z.object({
    thread: z.string(),
    /** The name on its platform. */
    name: z.string(),
    is_group: z.boolean(),
    /** Whether the bot may write there. */
    is_in: z.boolean(),
    changed_at: time(),
  }),
);

export const PairingShape = namedSchema("Pairing", () =>
  z.object({
    id: z.string(),
    channel: z.string(),
    account: z.string(),
    platform_id: z.string(),
    /** The name they call themselves there: anybody may call themselves anything. */
    name: z.string(),
    created_at: time(),
    expires_at: time(),
  }),
);

export const ApprovalFields = () =>
  z.strictObject({
    /** The person they are, if they are known here already. */
    person_id: z.string().max(100).optional(),
    /** Otherwise the role that they get. */
    role: z.enum(["member", "guest"]).optional(),
    name: personName().optional(),
  });

export const ChatCommandShape = namedSchema("ChatCommand", () =>
  z.object({
    name: z.string(),
    description: z.string(),
    usage: z.string(),
    by: z.enum(["member", "guest", "anyone"]),
  }),
);

export type ChatBot = JsonOf<typeof ChatBotShape>;
export type ChannelState = JsonOf<typeof ChannelStateShape>;
export type ConnectedChannel = JsonOf<typeof ConnectedChannelShape>;
export type AccessRule = JsonOf<typeof AccessRuleShape>;
export type AccessRuleFields = Omit<SchemaInput<typeof AccessRuleFields>, "account">;
export type ChannelPlace = JsonOf<typeof ChannelPlaceShape>;
export type Pairing = JsonOf<typeof PairingShape>;
export type Approval = SchemaInput<typeof ApprovalFields>;
