/** D1 tables of people: persons, their sign-in data, their preferences. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const persons = sqliteTable(
  "persons",
  {
    /** `psn_`; the instance's first person is `admin`. Everything that a person owns is keyed by it. */
    id: text().primaryKey(),
    /** As it was typed; null for people who do not sign in by name: visitors, people known from a channel. */
    username: text(),
    name: text().notNull(),
    /** `admin`, `member` or `guest`. */
    role: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Set: no sign-in of theirs works any more. */
    disabled_at: integer(),
    /**
     * Whether an admin gave the username, or a provider proved it. A name that its person chose proves
     * nothing about who they are elsewhere.
     */
    username_given: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    uniqueIndex("persons_by_username").on(sql`lower(${table.username})`),
    index("persons_by_role").on(table.role),
  ],
);

/** Password hashes. A person without a row signs in by links, keys or a trusted proxy only. */
export const credentials = sqliteTable("credentials", {
  person_id: text().primaryKey(),
  /** Prefixed with its method and parameters, so that both may change. */
  password_hash: text().notNull(),
  updated_at: integer().notNull(),
});

/**
 * A person's account on a channel's platform, at an OpenID provider (`oidc`), or at the proxy in front
 * (`proxy`).
 */
export const identities = sqliteTable(
  "identities",
  {
    channel: text().notNull(),
    /** The bot or number they write to; empty if a channel has only one. */
    account: text().notNull().default(""),
    platform_id: text().notNull(),
    person_id: text().notNull(),
    /** The person's name there. */
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
    /** Role of the people who redeem it. */
    role: text().notNull(),
    max_uses: integer().notNull(),
    created_by: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer(),
    disabled_at: integer(),
  },
  (table) => [uniqueIndex("invites_by_code").on(table.code_hash)],
);

/** Redemptions of codes, one per person and code. They outlive the person: a used place stays used. */
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

/** A person's preferences; null: not set. */
export const preferences = sqliteTable("preferences", {
  person_id: text().primaryKey(),
  /** IANA name: `Europe/Vienna`. */
  time_zone: text(),
  /** BCP 47: `de-AT`. */
  language: text(),
  /** `en`, `de` or `fr`. */
  interface_language: text().$type<"en" | "de" | "fr">(),
  voice_replies: integer({ mode: "boolean" }),
  /** Whether what the person says in calls is kept as sound for a day. */
  keep_recordings: integer({ mode: "boolean" }),
  default_agent: text(),
  /** `provider/model`. */
  default_model: text(),
  /** A JSON array of `provider/model`. */
  favourite_models: text({ mode: "json" }).$type<string[]>(),
  about_me: text(),
  answer_style: text(),
  /** False: agents get neither `about_me` nor `answer_style`. */
  custom_instructions: integer({ mode: "boolean" }),
  /** Id of the person's own file. */
  avatar: text(),
  avatar_color: text(),
  /** Whether the person has finished or skipped the web app's first run. */
  is_set_up: integer({ mode: "boolean" }),
  /** The newest version of Nightjar whose changes the person was told of. */
  seen_version: text(),
  updated_at: integer().notNull(),
});

/** API keys of programs. Only hashes are stored. */
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
    /** Memory keeps what is said through the APIs of programs. */
    remembers: integer({ mode: "boolean" }).notNull().default(true),
    /** The program may name the person who speaks. */
    speaks_for_others: integer({ mode: "boolean" }).notNull().default(false),
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
  /** Id of the person it signs in. */
  owner: text().notNull(),
  /** `signin`, or `reset`: a new password may be set without the old one. */
  purpose: text().notNull().default("signin"),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
});

/** Signed-in browsers, and visitors' browsers. Only hashes of their cookies are stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    token_hash: text().primaryKey(),
    /** `ses_`: its id in the list of devices. */
    id: text(),
    owner: text().notNull(),
    /** `person`, or `visitor`: a guest who never signed in. */
    kind: text().notNull().default("person"),
    created_at: integer().notNull(),
    /** Extended while the session is used. */
    expires_at: integer().notNull(),
    last_seen_at: integer(),
    revoked_at: integer(),
    user_agent: text().notNull().default(""),
    /** The name that its person gave it. */
    device: text().notNull().default(""),
  },
  (table) => [index("sessions_by_owner").on(table.owner), uniqueIndex("sessions_by_id").on(table.id)],
);
