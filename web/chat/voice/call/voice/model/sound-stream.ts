/** Sound of one model call, as it comes, handed out in shares: each is the sound of a piece of the text. */
import { type Samples, Sound } from "../sound/sound.ts";

interface Chunk {
  /** Length of the answer's text that was written when it came. */
  at: number;
  samples: Samples;
}

/** Sound of one piece. */
class Share extends Sound {
  readonly end: number;
  private readonly start: number;
  /** Up to here the text was written when its newest sound came. */
  reached: number;

  constructor(start: number, end: number) {
    super();
    this.start = start;
    this.reached = start;
    this.end = end;
  }

  get coverage(): number {
    if (this.isComplete && !this.isCutOff) return 1;
    return (this.reached - this.start) / Math.max(1, this.end - this.start);
  }

  take({ at, samples }: Chunk): void {
    this.reached = Math.min(at, this.end);
    this.add(samples);
  }
}

/** Characters by which words may be ahead of their sound: the space after a sentence, and the beginning of the next word. */
const LEAD = 4;

export class SoundStream {
  private readonly from: number;
  private to: number | null = null;
  private isCutOff = false;
  /** Sound that no share has yet. */
  private chunks: Chunk[] = [];
  private readonly shares = new Map<number, Share>();
  private open: Share[] = [];
  private hasSound = false;

  /** `from`: place in the answer's text where it begins. */
  constructor(from: number) {
    this.from = from;
  }

  /** Whether the text from there on has a sound of its own. */
  covers(start: number): boolean {
    const isBefore = this.to === null || start < this.to;
    return (
      this.from <= start &&
      isBefore &&
      (this.to === null || this.hasSound) &&
      !this.shares.get(start)?.isCutOff
    );
  }

  /** Shares are asked for in the order of the text; the same one may be asked for again. */
  share(start: number, end: number): Share {
    const known = this.shares.get(start);
    if (known) return known;
    const share = new Share(start, end);
    this.shares.set(start, share);
    this.open.push(share);
    this.fill();
    return share;
  }

  push(at: number, samples: Samples): void {
    this.hasSound = true;
    this.chunks.push({ at, samples });
    this.fill();
  }

  /** The text from there on has no sound. */
  end(at: number): void {
    if (this.to !== null) return;
    this.to = at;
    // Sound of a text that has been replaced since.
    this.chunks = this.chunks.filter((chunk) => chunk.at <= at);
    this.fill();
  }

  /** Nothing more comes: the connection was lost. */
  lose(): void {
    if (this.to !== null) return;
    this.isCutOff = true;
    this.end(this.open[0]?.reached ?? this.chunks.at(-1)?.at ?? this.from);
  }

  private fill(): void {
    for (let share = this.open[0]; share && this.isFilled(share); share = this.open[0]) {
      this.open.shift();
      share.complete(this.isCutOff);
    }
  }

  /** Takes what is the share's. The words come before their sound, so what is left at the end is the last share's. */
  private isFilled(share: Share): boolean {
    const isLast = this.to !== null && share.end >= this.to;
    for (let next = this.chunks[0]; next && (isLast || next.at <= share.end + LEAD); next = this.chunks[0]) {
      this.chunks.shift();
      share.take(next);
    }
    return this.to !== null || this.chunks.length > 0;
  }
}
