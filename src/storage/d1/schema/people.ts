/** D1 tables of people: who there is, how they show that they are, what they prefer. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const persons = sqliteTable(
  "persons",
  {
    /** `psn_`; the instance's first person is `admin`. All that is somebody's is keyed by it. */
    id: text().primaryKey(),
    /** As it was typed; null for who does not sign in by name: visitors, people known from a channel. */
    username: text(),
    name: text().notNull(),
    /** `admin`, `member` or `guest`. */
    role: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** From then on nothing of theirs signs in. */
    disabled_at: integer(),
    /** Whether an admin gave the username, or a provider proved it. One that its person chose says nothing of who they are elsewhere. */
    username_given: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    uniqueIndex("persons_by_username").on(sql`lower(${table.username})`),
    index("persons_by_role").on(table.role),
  ],
);

/** Passwords, hashed. A person without a row signs in by links, keys or a trusted proxy only. */
export const credentials = sqliteTable("credentials", {
  person_id: text().primaryKey(),
  /** With its method and parameters in front, so that both may change. */
  password_hash: text().notNull(),
  updated_at: integer().notNull(),
});

/** Who somebody is on a channel's platform, at an OpenID provider (`oidc`), or by the proxy in front (`proxy`). */
export const identities = sqliteTable(
  "identities",
  {
    channel: text().notNull(),
    /** The bot or number they write to; empty where a channel has only one. */
    account: text().notNull().default(""),
    platform_id: text().notNull(),
    person_id: text().notNull(),
    /** What they call themselves there. */
    name: text().notNull().default(""),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.account, table.platform_id] }),
    index("identities_by_person").on(table.person_id),
  ],
);

/** Invite codes. The code itself is never stored. */
export const invites = sqliteTable(
  "invites",
  {
    id: text().primaryKey(),
    code_hash: text().notNull(),
    /** The last characters of the code, for people to tell codes apart. */
    code_hint: text().notNull(),
    name: text().notNull(),
    /** What those who redeem it become. */
    role: text().notNull(),
    max_uses: integer().notNull(),
    created_by: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer(),
    disabled_at: integer(),
  },
  (table) => [uniqueIndex("invites_by_code").on(table.code_hash)],
);

/** Who redeemed which code, a code once each. They outlive the person: a used place stays used. */
export const inviteRedemptions = sqliteTable(
  "invite_redemptions",
  {
    invite_id: text().notNull(),
    person_id: text().notNull(),
    redeemed_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invite_id, table.person_id] }),
    index("invite_redemptions_by_person").on(table.person_id),
  ],
);

/** What a person prefers; null where they have not said. */
export const preferences = sqliteTable("preferences", {
  person_id: text().primaryKey(),
  /** IANA's name: `Europe/Vienna`. */
  time_zone: text(),
  /** BCP 47: `de-AT`. */
  language: text(),
  /** `en`, `de` or `fr`. */
  interface_language: text().$type<"en" | "de" | "fr">(),
  voice_replies: integer({ mode: "boolean" }),
  default_agent: text(),
  /** `provider/model`. */
  default_model: text(),
  /** A JSON array of `provider/model`. */
  favourite_models: text({ mode: "json" }).$type<string[]>(),
  updated_at: integer().notNull(),
});

/** Keys of programs. Only hashes are stored. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    person_id: text().notNull(),
    name: text().notNull(),
    key_hash: text().notNull(),
    last_four: text().notNull(),
    /** A JSON array. */
    scopes: text().notNull().default("[]"),
    created_at: integer().notNull(),
    expires_at: integer(),
    last_used_at: integer(),
    revoked_at: integer(),
  },
  (table) => [
    uniqueIndex("api_keys_by_hash").on(table.key_hash),
    index("api_keys_by_person").on(table.person_id),
  ],
);

/** One-time links. The secret itself is never stored. */
export const signinLinks = sqliteTable("signin_links", {
  token_hash: text().primaryKey(),
  /** Whom it signs in. */
  owner: text().notNull(),
  /** `signin`, or `reset`: a new password may be set without the old one. */
  purpose: text().notNull().default("signin"),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
});

/** Browsers that are signed in, and visitors' browsers. Only hashes of their cookies are stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    token_hash: text().primaryKey(),
    /** `ses_`: what the list of devices names it by. */
    id: text(),
    owner: text().notNull(),
    /** `person`, or `visitor`: a guest who never signed in. */
    kind: text().notNull().default("person"),
    created_at: integer().notNull(),
    /** Moves on while the session is used. */
    expires_at: integer().notNull(),
    last_seen_at: integer(),
    revoked_at: integer(),
    user_agent: text().notNull().default(""),
    /** What its person calls it. */
    device: text().notNull().default(""),
  },
  (table) => [index("sessions_by_owner").on(table.owner), uniqueIndex("sessions_by_id").on(table.id)],
);
