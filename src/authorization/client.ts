/** Clients of the authorization server: programs that ask to be let in, by what they say about themselves. */
import { z } from "zod";
import { oneName } from "../domain/text/one-name.ts";
import { isRedirectAddress, placeOf } from "./redirects.ts";

/** Times are ms since the epoch. */
export interface OAuthClient {
  /** `njc_`, or the https address of its metadata document. */
  id: string;
  name: string;
  redirect_uris: readonly string[];
  /** Null: a public client, which proves itself by PKCE alone. */
  secret_hash: string | null;
  created_at: number;
  expires_at: number;
}

/** Refusal in the words of OAuth: a code for programs, a sentence for people. */
export interface OAuthRefusal {
  error: string;
  error_description: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: OAuthRefusal };

export function refusalOf(error: string, error_description: string): { ok: false; refusal: OAuthRefusal } {
  return { ok: false, refusal: { error, error_description } };
}

const MOST_REDIRECTS = 20;
const LONGEST_ADDRESS = 2_000;

/** Metadata of a client (RFC 7591): of these fields its registration takes account, of others not. */
const Metadata = z.looseObject({
  redirect_uris: z.array(z.string().max(LONGEST_ADDRESS)).min(1).max(MOST_REDIRECTS),
  client_name: z.string().optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export interface ClientMetadata {
  name: string;
  redirect_uris: readonly string[];
  auth_method: string;
}

/** Metadata as a client has sent it, checked. A client without a name is called by its first redirect. */
export function metadataOf(given: unknown): Outcome<ClientMetadata> {
  const parsed = Metadata.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(".") ?? "";
    return at.startsWith("redirect_uris")
      ? refusalOf("invalid_redirect_uri", `redirect_uris: name 1 to ${MOST_REDIRECTS} addresses.`)
      : refusalOf("invalid_client_metadata", `${at}: ${issue?.message ?? "is not as it should be"}.`);
  }
  const { redirect_uris, client_name = "", token_endpoint_auth_method = "none" } = parsed.data;
  const wrong = redirect_uris.find((address) => !isRedirectAddress(address));
  if (wrong !== undefined)
    return refusalOf(
      "invalid_redirect_uri",
      `redirect_uris: "${wrong}" is none of https, this computer (http://127.0.0.1, http://localhost) or an app's own scheme, or has a fragment.`,
    );
  const [first = ""] = redirect_uris;
  const name = oneName(client_name) || placeOf(first).name;
  return { ok: true, value: { name, redirect_uris, auth_method: token_endpoint_auth_method } };
}

/** Rows of clients. */
export interface OAuthClients {
  /** Undefined if there is none, or its registration has ended. */
  get(id: string): Promise<OAuthClient | undefined>;
  /** Adds or replaces it. Returns false, and keeps nothing, when too many are registered. */
  put(client: OAuthClient): Promise<boolean>;
  /** Keeps the registration of a client that is in use. */
  extend(id: string, until: number): Promise<void>;
}
