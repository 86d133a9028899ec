/** The MCP servers that owners have added. */
import type { McpTool } from "./protocol.ts";

export interface OAuthState {
  /** As the SDK's functions give and take them; only they look inside. */
  client?: unknown;
  tokens?: unknown;
  verifier?: string;
  /** Guards the way back from the sign-in page. */
  state?: string;
  /** How the server last refused (WWW-Authenticate): where it says to sign in, and for what. */
  challenge?: string;
}

export interface McpServer {
  owner: string;
  /** Lower-case letters, digits and `-`. */
  name: string;
  url: string;
  enabled: boolean;
  /** Slugs; empty: all agents. */
  agents: string[];
  headers: Record<string, string>;
  oauth: OAuthState | null;
  accepted: McpTool[];
  listed: McpTool[];
  /** ms since the epoch. */
  listed_at: number | null;
  problem: string | null;
}

export interface McpStore {
  list(owner: string): Promise<McpServer[]>;
  get(owner: string, name: string): Promise<McpServer | undefined>;
  /** Inserts or replaces. */
  put(server: McpServer): Promise<void>;
  /** Only what a look at the server tells: an edit at the same time is not undone. */
  saveListing(server: Pick<McpServer, "owner" | "name" | "listed" | "listed_at" | "problem">): Promise<void>;
  saveOAuth(owner: string, name: string, oauth: OAuthState | null): Promise<void>;
  remove(owner: string, name: string): Promise<boolean>;
}
