/** A connected app: a program that a person has let in by its consent page (OAuth), in place of a key. */
import type { KeyScope } from "../domain/key-scopes.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    app: "connected app";
  }
}

/** Scopes that an app can be given. None manages accounts, keys or people: those are for whoever signs in. */
export const APP_SCOPES = ["chat", "read", "write"] as const satisfies readonly KeyScope[];
export type AppScope = (typeof APP_SCOPES)[number];

/** Times are ms since the epoch. */
export interface ConnectedApp {
  id: string;
  /** The person as whom it acts, within the scopes. */
  person_id: string;
  client_id: string;
  /** The name that it gives itself. */
  name: string;
  /** The place that its person was sent back to: a host, or a scheme of an app on their device. */
  place: string;
  scopes: readonly KeyScope[];
  /** The address that its tokens are for. */
  resource: string;
  created_at: number;
  /** Accurate to ten minutes; null: never used. */
  last_used_at: number | null;
}

/** Whether the id is of a connected app; otherwise of an API key. */
export function isConnectedApp(id: string): boolean {
  return id.startsWith("app_");
}

const ACCESS_PREFIX = "njo_";

/** `secret` is random text that cannot be guessed. */
export function accessTokenOf(secret: string): string {
  return `${ACCESS_PREFIX}${secret}`;
}

export function looksLikeAccessToken(token: string): boolean {
  return token.startsWith(ACCESS_PREFIX);
}

/** Path of the one resource that apps are let into. */
export const MCP_PATH = "/mcp";

/** Address of that resource, for an address of this instance. */
export function mcpResource(address: string): string {
  return new URL(MCP_PATH, address).href;
}
