/** Plays a share while its sound still comes. */
import type { Clip } from "../../types.ts";
import type { PlayedSamples, SamplePlayer } from "./sample-player.ts";
import type { Share } from "./sound-stream.ts";

type Listener = Parameters<Clip["play"]>[0];

/** `rest`: says what was cut off by another voice; null: nothing was. */
export class ShareClip implements Clip {
  private readonly share: Share;
  private readonly player: SamplePlayer;
  private readonly rest: () => Promise<Clip | null>;
  private readonly played: PlayedSamples[] = [];
  private sounding = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private leave: () => unknown = () => undefined;
  private isStopped = false;
  private after: Clip | null = null;

  constructor(share: Share, player: SamplePlayer, rest: () => Promise<Clip | null>) {
    this.share = share;
    this.player = player;
    this.rest = rest;
  }

  play(listener: Listener): void {
    this.leave = this.share.follow({
      came: (samples) => this.schedule(samples, listener),
      completed: () => this.settle(listener),
    });
  }

  stop(): number {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.leave();
    const heard = this.played.reduce((sum, one) => sum + one.stop(), 0);
    const whole = this.played.reduce((sum, { seconds }) => sum + seconds, 0);
    const own = whole > 0 ? heard / whole : 0;
    const rest = this.after?.stop() ?? 0;
    const { coverage } = this.share;
    return own * coverage + rest * (1 - coverage);
  }

  private schedule(samples: Float32Array<ArrayBuffer>, listener: Listener): void {
    this.sounding += 1;
    const played = this.player.play(samples, () => {
      this.sounding -= 1;
      this.settle(listener);
    });
    if (this.played.length === 0) {
      if (played.waits_ms <= 0) listener.began();
      else this.timer = setTimeout(listener.began, played.waits_ms);
    }
    this.played.push(played);
  }

  /** Ends with its last sound, once all of it has come. */
  private settle(listener: Listener): void {
    if (this.isStopped || this.sounding > 0 || !this.share.isComplete) return;
    this.isStopped = true;
    void this.sayRest(listener);
  }

  private async sayRest({ ended }: Listener): Promise<void> {
    this.after = this.share.isCutOff ? await this.rest().catch(() => null) : null;
    if (this.after) this.after.play({ began: () => undefined, ended });
    else ended();
  }
}
