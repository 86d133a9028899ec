/** Something that is read when the page opens, when it has been changed here, and now and then: others change it too. */
import type { Refused, Result } from "../../api/http.ts";

const EVERY_MS = 4_000;

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  failure = $state.raw<Refused | null>(null);
  private readonly read: () => Promise<Result<T>>;

  constructor(read: () => Promise<Result<T>>) {
    this.read = read;
    void this.load();
  }

  /** Until the returned function is called. What was just allowed, or listed by a server, is known seconds later. */
  follow(): () => void {
    const timer = setInterval(() => {
      if (!document.hidden) void this.load();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }

  /** What was shown stays until the answer is here. */
  async load(): Promise<void> {
    const answer = await this.read();
    this.failure = answer.ok ? null : answer;
    if (answer.ok) this.value = answer.value;
  }
}
