/** The world outside the machine: what tools have done to it, and how often. */

export class Outside {
  /** Of `once` tools: how often each call had its effect. */
  readonly effects = new Map<string, number>();
  /** Of `idempotent` tools: the receiver knows a key again. */
  readonly known = new Set<string>();
  /** Jobs that were begun and will report. */
  readonly jobs: { job_id: string; call_id: string }[] = [];

  happen(key: string): void {
    this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
  }
}
