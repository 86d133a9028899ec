/** D1 tables of connected apps (OAuth): clients, what people have let in, and tokens. Times are ms since the epoch. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Programs that have registered, or whose metadata document was read. */
export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    /** `njc_`, or the https address of the client's metadata document. */
    id: text().primaryKey(),
    name: text().notNull(),
    redirect_uris: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Hash of its secret; null: a public client. */
    secret_hash: text(),
    created_at: integer().notNull(),
    /** A registration that nobody uses ends then; a document is read again. */
    expires_at: integer().notNull(),
  },
  (table) => [index("oauth_clients_by_end").on(table.expires_at)],
);

export const connectedApps = sqliteTable(
  "connected_apps",
  {
    /** `app_`. */
    id: text().primaryKey(),
    person_id: text().notNull(),
    client_id: text().notNull(),
    name: text().notNull(),
    place: text().notNull(),
    scopes: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    resource: text().notNull(),
    created_at: integer().notNull(),
    /** Set once its code was redeemed; until then it is in no list. */
    connected_at: integer(),
    last_used_at: integer(),
    /** Moves on with each use of a refresh token. */
    expires_at: integer().notNull(),
  },
  (table) => [
    index("connected_apps_by_person").on(table.person_id),
    index("connected_apps_by_end").on(table.expires_at),
  ],
);

/** Codes and tokens of connected apps. Only hashes are stored. */
export const oauthTokens = sqliteTable(
  "oauth_tokens",
  {
    token_hash: text().primaryKey(),
    app_id: text().notNull(),
    person_id: text().notNull(),
    /** `code`, `access` or `refresh`. */
    kind: text().notNull(),
    /** Address that a code was sent to, and its PKCE challenge below. */
    redirect_uri: text(),
    challenge: text(),
    expires_at: integer().notNull(),
    /** Set once a code or refresh token was used: a second use ends the app. */
    used_at: integer(),
  },
  (table) => [
    index("oauth_tokens_by_app").on(table.app_id),
    index("oauth_tokens_by_person").on(table.person_id),
    index("oauth_tokens_by_end").on(table.expires_at),
  ],
);
