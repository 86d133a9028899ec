/** Data that is read when the page opens, after each change here, and periodically: others change it too. */
import type { ApiFailure, Result } from "../../api/http.ts";

const EVERY_MS = 4_000;

export class PolledResource<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<ApiFailure | null>(null);
  private readonly read: () => Promise<Result<T>>;

  constructor(read: () => Promise<Result<T>>) {
    this.read = read;
    void this.load();
  }

  /**
   * Polls until the returned function is called. A newly granted permission or a server's new list arrives seconds
   * later.
   */
  follow(): () => void {
    const timer = setInterval(() => {
      if (!document.hidden) void this.load();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Keeps showing the old value until the answer arrives. */
  async load(): Promise<void> {
    const answer = await this.read();
    this.failure = answer.ok ? null : answer;
    if (answer.ok) this.value = answer.value;
  }
}
