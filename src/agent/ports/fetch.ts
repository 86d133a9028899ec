/**
 * The only way to an address that a person, a page, a file, a model or a provider supplied. Each hop is
 * screened: http and https, public addresses, ports 80 and 443, no credentials in the address.
 */

export interface FetchRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** `host` or `host:port`: the only ones allowed, at every hop. Absent: any public one. */
  only_hosts?: readonly string[];
  /** Redirects to follow; each is screened again. Default 5. */
  max_redirects?: number;
  /** `manual`: returns a redirect as the answer. */
  redirect?: "follow" | "manual";
  /** Maximum size of the decoded body. Default 5,000,000. */
  max_bytes?: number;
  /** ms for the whole request, body included. Default 20,000. */
  timeout_ms?: number;
  /** Accepted media types, as `text/*` or `application/pdf`. Absent: any. */
  accept?: readonly string[];
  signal?: AbortSignal;
}

export type FetchProblem =
  | "refused"
  | "unresolved"
  | "timeout"
  | "aborted"
  | "too_large"
  | "wrong_type"
  | "network";

export type FetchResult =
  /** Any status: 404 is an answer too. `url` is the final address after redirects. */
  | { ok: true; url: string; status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }
  /** `reason` is public and says what to do. */
  | { ok: false; problem: FetchProblem; reason: string };

export interface GuardedFetch {
  /** Loads the whole body within limits. Never throws. */
  load(address: string, request?: FetchRequest): Promise<FetchResult>;
  /**
   * Drop-in replacement for `fetch`, for SDKs and streams: the same screening of each hop, no limit of size
   * or time but the caller's signal. Throws an AppError when an address is refused (`forbidden`) or its host is not
   * found (`resource_not_found`). The caller owns the body.
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Whether the address would be refused, without a DNS look-up: for settings that people type in. `may_confirm`: the
   * refusal is one that an operator may lift where exceptions are confirmed.
   */
  screen(address: string): { ok: true } | { ok: false; reason: string; may_confirm: boolean };
}
