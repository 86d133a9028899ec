/**
 * The one way to an address that a person, a page, a file, a model or a provider supplied.
 * Each hop is screened: http and https, public addresses, ports 80 and 443, no credentials in the address.
 */

export interface FetchRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** `host` or `host:port`: the only ones that may be reached, at every hop. Absent: any public one. */
  only_hosts?: readonly string[];
  /** Hops that are followed; each is screened again. Default 5. */
  max_redirects?: number;
  /** `manual`: a redirect is the answer. */
  redirect?: "follow" | "manual";
  /** Of the decoded body. Default 5,000,000. */
  max_bytes?: number;
  /** ms for all of it, body included. Default 20,000. */
  timeout_ms?: number;
  /** Media types that are wanted, as `text/*` or `application/pdf`. Absent: any. */
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
  /** Any status: 404 is an answer too. `url` is where it came from after redirects. */
  | { ok: true; url: string; status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }
  /** `reason` is public and says what to do. */
  | { ok: false; problem: FetchProblem; reason: string };

export interface GuardedFetch {
  /** The whole body within limits. Never throws. */
  load(address: string, request?: FetchRequest): Promise<FetchResult>;
  /**
   * In the place of `fetch`, for SDKs and streams: same screening of each hop, no limit of size or time but the
   * caller's signal. Throws an AppError when an address is refused. The caller owns the body.
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Whether it would be refused without looking its name up: for settings that people type in. */
  screen(address: string): { ok: true } | { ok: false; reason: string };
}
