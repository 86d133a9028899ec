/** Port: the MCP servers that owners have added. */
import type { ArgumentKinds } from "../../domain/provenance/provenance.ts";
import type { McpOffers } from "./wire/offers.ts";
import type { McpTool } from "./wire/protocol.ts";

/** Offers of a server that has not been listed. */
export const NO_OFFERS: McpOffers = { resources: false, prompts: [] };

export interface OAuthState {
  /** Opaque values of the SDK: only its functions look inside. */
  client?: unknown;
  tokens?: unknown;
  verifier?: string;
  /** OAuth state: verifies the redirect from the sign-in page. */
  state?: string;
  /** Issuer that was asked to sign the person in, under its own name. */
  issuer?: string | undefined;
  /** The issuer says that it names itself when it sends somebody back (RFC 9207). */
  names_itself?: boolean;
  /** The server's last WWW-Authenticate header: where to sign in, and for which scopes. */
  challenge?: string;
  /** End of the lease under which somebody refreshes the tokens, in ms since the epoch; later they count as gone. */
  refreshing_until?: number;
}

export interface McpServer {
  owner: string;
  /** Lower-case letters, digits and `-`. */
  name: string;
  url: string;
  enabled: boolean;
  /** Slugs of the agents that may use it; empty: all. */
  agents: string[];
  headers: Record<string, string>;
  /** Longest duration of a call that reports progress. */
  longest_call_seconds: number;
  oauth: OAuthState | null;
  accepted: McpTool[];
  listed: McpTool[];
  /** Resources and prompts, as last listed. */
  offers: McpOffers;
  /** The owner's correction of what its tools' arguments count as, by tool. Absent: none. */
  argument_kinds?: Readonly<Record<string, ArgumentKinds>>;
  /** ms since the epoch. */
  listed_at: number | null;
  problem: string | null;
}

export const LONGEST_CALL_SECONDS = 600;

export interface RefreshTurn {
  refresh_token: string;
  /** Times in ms since the epoch; `until` identifies the lease. */
  now: number;
  until: number;
}

export interface McpStore {
  list(owner: string): Promise<McpServer[]>;
  get(owner: string, name: string): Promise<McpServer | undefined>;
  /** Inserts or replaces a server; an existing sign-in stays as it is. */
  put(server: McpServer): Promise<void>;
  /** Stores only the result of a listing, so that a simultaneous edit is not undone. */
  saveListing(
    server: Pick<McpServer, "owner" | "name" | "listed" | "offers" | "listed_at" | "problem">,
  ): Promise<void>;
  saveOAuth(owner: string, name: string, oauth: OAuthState | null): Promise<void>;
  /** Stores only the challenge, so that tokens stored at the same time stay. No effect where nobody can sign in. */
  saveChallenge(owner: string, name: string, challenge: string): Promise<void>;
  /**
   * Takes the lease to refresh this token. True for one caller at a time, and only while the token is the current one.
   */
  beginRefresh(owner: string, name: string, turn: RefreshTurn): Promise<boolean>;
  /**
   * Stores the result and releases the lease. No effect when the lease has passed to another caller, or the sign-in was
   * begun anew.
   */
  endRefresh(server: { owner: string; name: string }, until: number, oauth: OAuthState): Promise<void>;
  remove(owner: string, name: string): Promise<boolean>;
}

/** Key under which caches keep what they know of a server. */
export function serverKey({ owner, name }: Pick<McpServer, "owner" | "name">): string {
  return `${owner}\n${name}`;
}
