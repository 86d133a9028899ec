/** Checks of connections: one attempt at the service, with the settings as they would hold. */

/** `name`: what answered, for people to read. `problem` is public: what happened, and what to do. */
export type CheckResult = { status: "ok"; name: string } | { status: "broken"; problem: string };

export interface CheckDeps {
  /** Fetches an address of a service; may reject. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  signal: AbortSignal;
}

/** Rejects only when the signal aborts. */
export type Check = (settings: object, deps: CheckDeps) => Promise<CheckResult>;
