/** Codes and tokens of connected apps, as their store keeps them. Times are ms since the epoch. */
import type { ConnectedApp } from "../people/connected-app.ts";

export const CODE_MS = 60_000;
export const ACCESS_MS = 60 * 60_000;
/** An app that is not used for so long has to be let in again. */
export const APP_MS = 90 * 86_400_000;

export type NewApp = Omit<ConnectedApp, "id" | "created_at" | "last_used_at">;

/** Redirect address and PKCE challenge of a code: whoever redeems it has to know what belongs to both. */
export interface CodeBinding {
  redirect_uri: string;
  challenge: string;
}

export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  app: ConnectedApp;
}

export interface RedeemedCode extends CodeBinding {
  app: ConnectedApp;
}

/** Each secret is shown once, and kept as a hash. A code or refresh token that comes a second time ends its app. */
export interface OAuthTokens {
  /** Keeps what a person has allowed, and returns the code for it. */
  allow(app: NewApp, binding: CodeBinding): Promise<string>;
  /** Uses the code up. Undefined if it is unknown, has expired or was used. */
  redeem(code: string): Promise<RedeemedCode | undefined>;
  issue(app: ConnectedApp): Promise<IssuedTokens>;
  /** The app of a refresh token that has not expired, used or not. */
  appOf(refresh_token: string): Promise<ConnectedApp | undefined>;
  /** Uses the refresh token up. False if somebody has before: then its app has ended. */
  spend(refresh_token: string): Promise<boolean>;
  /** Ends the token: of a refresh token, its app. Only that client's. */
  revoke(token: string, client_id: string): Promise<void>;
}
