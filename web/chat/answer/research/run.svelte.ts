/** A research run that is followed while it is shown. */
import {
  type Research,
  type ResearchEvent,
  readResearch,
  researchEvents,
} from "../../../api/conversations/research.ts";
import type { ApiFailure, Result } from "../../../api/http.ts";
import { pauseAfter } from "./pace.ts";
import { isEnded } from "./standing.ts";
import { afterEvent } from "./told.ts";

const EVENTS = [
  "plan",
  "step",
  "source",
  "note",
  "report",
  "state",
] as const satisfies readonly ResearchEvent["type"][];

export class FollowedRun {
  /** Null until it was read once. */
  run = $state.raw<Research | null>(null);
  /** Reason why it cannot be shown; it is tried again unless it is gone. */
  failure = $state.raw<ApiFailure | null>(null);
  /** Reason why the person's last action did not work. */
  problem = $state("");
  /** An action of the person is under way. */
  isBusy = $state(false);
  readonly id: string;
  private readonly conversation: string | null;
  private stream: EventSource | undefined;
  /** Number of the newest event. */
  private cursor = 0;
  private next: ReturnType<typeof setTimeout> | undefined;
  /** Looks without an event in between. */
  private looks = 0;
  private asked = 0;

  /** `conversation`: in which it is shown; null: elsewhere. */
  constructor(id: string, conversation: string | null) {
    this.id = id;
    this.conversation = conversation;
  }

  /** Follows it until the returned function is called. Nothing is asked while the page is hidden. */
  readonly follow = (): (() => void) => {
    const turn = () => (document.hidden ? this.rest() : void this.look());
    document.addEventListener("visibilitychange", turn);
    void this.look();
    return () => {
      document.removeEventListener("visibilitychange", turn);
      this.rest();
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

  private rest(): void {
    this.asked += 1;
    clearTimeout(this.next);
    this.stream?.close();
    this.stream = undefined;
  }

  private async look(): Promise<void> {
    clearTimeout(this.next);
    const mine = ++this.asked;
    const { cursor } = this;
    const answer = await readResearch(this.id, this.conversation);
    if (mine !== this.asked) return;
    this.failure = answer.ok ? null : answer;
    // Events that came meanwhile may be newer than the answer.
    if (answer.ok && (this.run === null || cursor === this.cursor)) this.run = answer.value;
    const isGone = !answer.ok && (answer.status === 404 || answer.status === 403);
    if (answer.ok && !isEnded(answer.value)) this.listen();
    else if (!answer.ok && !isGone) this.lookLater();
  }

  private lookLater(): void {
    const pause = pauseAfter(this.run, this.looks++);
    if (pause !== undefined && !document.hidden) this.next = setTimeout(() => void this.look(), pause);
  }

  private listen(): void {
    if (this.stream) return;
    const stream = researchEvents(this.id, { conversation: this.conversation, cursor: this.cursor });
    this.stream = stream;
    for (const type of EVENTS)
      stream.addEventListener(type, ({ data }) => this.take(JSON.parse(data) as ResearchEvent));
    stream.addEventListener("error", () => {
      // The browser connects again by itself, unless it was refused.
      if (stream.readyState !== EventSource.CLOSED || stream !== this.stream) return;
      this.stream = undefined;
      this.lookLater();
    });
  }

  private take(event: ResearchEvent): void {
    if (!this.run) return;
    this.looks = 0;
    this.cursor = event.seq;
    this.run = afterEvent(this.run, event);
    if (event.type !== "state" || !isEnded(this.run)) return;
    this.stream?.close();
    this.stream = undefined;
  }
}
