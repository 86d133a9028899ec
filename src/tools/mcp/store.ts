/** The MCP servers that owners have added. */
import type { McpOffers } from "./wire/offers.ts";
import type { McpTool } from "./wire/protocol.ts";

export interface OAuthState {
  /** As the SDK's functions give and take them; only they look inside. */
  client?: unknown;
  tokens?: unknown;
  verifier?: string;
  /** Guards the way back from the sign-in page. */
  state?: string;
  /** Who was asked to sign the person in, as they call themselves. */
  issuer?: string | undefined;
  /** How the server last refused (WWW-Authenticate): where it says to sign in, and for what. */
  challenge?: string;
  /** ms since the epoch. Somebody is refreshing the tokens; beyond it they have gone. */
  refreshing_until?: number;
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
  /** A call that tells of its progress may take so long. */
  longest_call_seconds: number;
  oauth: OAuthState | null;
  accepted: McpTool[];
  listed: McpTool[];
  /** What it has beside tools, as it was last listed. */
  offers: McpOffers;
  /** ms since the epoch. */
  listed_at: number | null;
  problem: string | null;
}

export const LONGEST_CALL_SECONDS = 600;

export interface RefreshTurn {
  refresh_token: string;
  /** ms since the epoch; `until` names the turn. */
  now: number;
  until: number;
}

export interface McpStore {
  list(owner: string): Promise<McpServer[]>;
  get(owner: string, name: string): Promise<McpServer | undefined>;
  /** Inserts or replaces; of a server that is there the sign-in stays as it is. */
  put(server: McpServer): Promise<void>;
  /** Only what a look at the server tells: an edit at the same time is not undone. */
  saveListing(
    server: Pick<McpServer, "owner" | "name" | "listed" | "offers" | "listed_at" | "problem">,
  ): Promise<void>;
  saveOAuth(owner: string, name: string, oauth: OAuthState | null): Promise<void>;
  /** Only how the server refused: tokens that come at the same time stay. Without effect where nobody can sign in. */
  saveChallenge(owner: string, name: string, challenge: string): Promise<void>;
  /** True for one at a time, and only while this is the token to refresh with: that one may use it. */
  beginRefresh(owner: string, name: string, turn: RefreshTurn): Promise<boolean>;
  /** What came of it. Without effect when the turn has passed to another, or the sign-in was begun anew. */
  endRefresh(server: { owner: string; name: string }, until: number, oauth: OAuthState): Promise<void>;
  remove(owner: string, name: string): Promise<boolean>;
}
