/** Plays a sound while it still comes. */
import type { Clip, ClipListener } from "../../types.ts";
import type { PlayedSamples, SamplePlayer } from "./sample-player.ts";
import type { Samples, Sound } from "./sound.ts";

/** `rest`: says what was cut off; null: there is no sound of it. */
export class SoundClip implements Clip {
  private readonly sound: Sound;
  private readonly player: SamplePlayer;
  private readonly rest: () => Promise<Clip | null>;
  private readonly scheduled = new Set<PlayedSamples>();
  private hasBegun = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private leave: () => unknown = () => undefined;
  private isOver = false;
  private isStopped = false;
  private heard_s = 0;
  private after: Clip | null = null;

  constructor(sound: Sound, player: SamplePlayer, rest: () => Promise<Clip | null>) {
    this.sound = sound;
    this.player = player;
    this.rest = rest;
  }

  get output(): unknown {
    return this.player;
  }

  play(listener: ClipListener): void {
    this.leave = this.sound.follow({
      came: (samples) => this.schedule(samples, listener),
      completed: () => {
        if (!this.sound.isCutOff) listener.scheduled();
        this.settle(listener);
      },
    });
  }

  stop(): void {
    this.isOver = true;
    this.isStopped = true;
    clearTimeout(this.timer);
    this.leave();
    for (const played of this.scheduled) this.heard_s += played.stop();
    this.scheduled.clear();
    this.after?.stop();
  }

  heard(): number {
    const { coverage, seconds } = this.sound;
    const own = seconds > 0 ? this.heard_s / seconds : 0;
    const rest = this.after?.heard() ?? 0;
    return own * coverage + rest * (1 - coverage);
  }

  private schedule(samples: Samples, listener: ClipListener): void {
    const played = this.player.play(samples, () => {
      this.scheduled.delete(played);
      this.heard_s += played.seconds;
      this.settle(listener);
    });
    this.scheduled.add(played);
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (played.waits_ms <= 0) listener.began();
    else this.timer = setTimeout(listener.began, played.waits_ms);
  }

  /** Ends with its last sound, once all of it has come. */
  private settle(listener: ClipListener): void {
    if (this.isOver || this.scheduled.size > 0 || !this.sound.isComplete) return;
    this.isOver = true;
    void this.sayRest(listener);
  }

  private async sayRest({ ended }: ClipListener): Promise<void> {
    const after = this.sound.isCutOff ? await this.rest().catch(() => null) : null;
    if (this.isStopped) return;
    this.after = after;
    if (after) after.play({ began: () => undefined, scheduled: () => undefined, ended });
    else ended();
  }
}
