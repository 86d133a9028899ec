/** The one error type. Its reason is public: it says what to do next and never holds a secret. */

export type ErrorKind =
  | "unauthorized"
  | "forbidden"
  | "malformed_token"
  | "malformed_request"
  | "login_fail"
  | "resource_not_found"
  | "conflict"
  /** The caller has to confirm first; the reason says what. */
  | "unconfirmed"
  | "payload_too_large"
  | "rate_limited"
  /** More turns wait than begin soon; `retry_after_s` is set. */
  | "overloaded"
  | "budget_exceeded"
  | "internal"
  | "api_fail"
  | "tool_call_fail";

export interface Failure {
  error: ErrorKind;
  reason: string;
  /** Seconds after which a retry may succeed. */
  retry_after_s?: number;
  /**
   * The request was well-formed but cannot be processed, where a contract tells that apart from a malformed
   * one.
   */
  unfit?: true;
}

/** Return type of a call whose failure is expected. It is data, since class identity does not cross RPC. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

interface AppErrorOptions {
  retryable?: boolean;
  retry_after_s?: number | undefined;
  unfit?: true;
  cause?: unknown;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly retryable: boolean;
  /** Seconds after which a retry may succeed. */
  readonly retry_after_s: number | undefined;
  /** Well-formed but not processable, answered by 422: see `Failure`. */
  readonly unfit: boolean;

  constructor(kind: ErrorKind, reason: string, options: AppErrorOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.kind = kind;
    this.reason = reason;
    this.retryable = options.retryable ?? false;
    this.retry_after_s = options.retry_after_s;
    this.unfit = options.unfit === true;
  }
}

/** Failures after which the same request may succeed later. */
export function isForNow({ error }: Pick<Failure, "error">): boolean {
  return error === "rate_limited" || error === "overloaded" || error === "internal";
}

/** A failure as data, for RPC: class identity does not cross it. */
export function failure(error: ErrorKind, reason: string): Failure {
  return { error, reason };
}
