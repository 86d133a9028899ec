/** A research run that is followed while it is shown. */
import { type Research, readResearch } from "../../../api/conversations/research.ts";
import type { ApiFailure, Result } from "../../../api/http.ts";
import { pauseAfter } from "./pace.ts";

export class FollowedRun {
  /** Null until it was read once. */
  run = $state.raw<Research | null>(null);
  /** Why it cannot be shown; it is tried again unless it is gone. */
  failure = $state.raw<ApiFailure | null>(null);
  /** Reason why the person's last action did not work. */
  problem = $state("");
  /** An action of the person is under way. */
  isBusy = $state(false);
  readonly id: string;
  private readonly conversation: string | null;
  private next: ReturnType<typeof setTimeout> | undefined;
  private seen = "";
  private quiet = 0;
  private asked = 0;

  /** `conversation`: in which it is shown; null: elsewhere. */
  constructor(id: string, conversation: string | null) {
    this.id = id;
    this.conversation = conversation;
  }

  /** Follows it until the returned function is called. Nothing is asked while the page is hidden. */
  readonly follow = (): (() => void) => {
    const look = () => void (!document.hidden && this.look());
    document.addEventListener("visibilitychange", look);
    void this.look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      this.asked += 1;
      clearTimeout(this.next);
    };
  };

  /** Does something with it and reads it again. Returns whether it worked. */
  async act(doing: () => Promise<Result<unknown>>): Promise<boolean> {
    this.isBusy = true;
    const answer = await doing();
    await this.look();
    this.isBusy = false;
    this.problem = answer.ok ? "" : answer.reason;
    return answer.ok;
  }

  private async look(): Promise<void> {
    clearTimeout(this.next);
    const mine = ++this.asked;
    const answer = await readResearch(this.id, this.conversation);
    if (mine !== this.asked) return;
    this.failure = answer.ok ? null : answer;
    if (answer.ok) this.take(answer.value);
    const isGone = !answer.ok && (answer.status === 404 || answer.status === 403);
    const pause = isGone ? undefined : pauseAfter(this.run, answer.ok ? this.quiet : this.quiet + 1);
    if (pause !== undefined && !document.hidden) this.next = setTimeout(() => void this.look(), pause);
  }

  private take(run: Research): void {
    const seen = JSON.stringify(run);
    this.quiet = seen === this.seen ? this.quiet + 1 : 0;
    if (seen !== this.seen) this.run = run;
    this.seen = seen;
  }
}
