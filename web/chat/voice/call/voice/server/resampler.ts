/** Brings samples that come in chunks to the call's rate. */
import { SAMPLE_RATE, type Samples } from "../sound/sound.ts";

/** Samples on each side by which one is worked out, at the lower of the two rates. */
const REACH = 12;

export class Resampler {
  /** Samples of theirs for one of ours. */
  private readonly step: number;
  /** Share of their frequencies that ours can hold. */
  private readonly band: number;
  private readonly reach: number;
  private kept: Samples;
  /** Place of the next sample of ours among those that are kept. */
  private place: number;

  constructor(rate: number) {
    this.step = rate / SAMPLE_RATE;
    this.band = Math.min(1, 1 / this.step);
    this.reach = Math.ceil(REACH / this.band);
    this.kept = new Float32Array(this.reach);
    this.place = this.reach;
  }

  push(samples: Samples): Samples {
    if (this.step === 1) return samples;
    const all = joined(this.kept, samples);
    const made: number[] = [];
    for (; this.place + this.reach < all.length; this.place += this.step) made.push(this.at(all, this.place));
    const dropped = Math.min(all.length, Math.max(0, Math.floor(this.place) - this.reach));
    this.kept = all.slice(dropped);
    this.place -= dropped;
    return Float32Array.from(made);
  }

  /** The last samples, which were waiting for those after them. */
  end(): Samples {
    return this.step === 1 ? new Float32Array() : this.push(new Float32Array(this.reach));
  }

  private at(samples: Samples, place: number): number {
    let sum = 0;
    for (let from = Math.ceil(place - this.reach); from <= place + this.reach; from += 1)
      sum += (samples[from] ?? 0) * this.weight(place - from);
    return sum;
  }

  /** A sinc of the band that both rates hold, which fades out at the reach. */
  private weight(distance: number): number {
    const fade = 0.5 + 0.5 * Math.cos((Math.PI * distance) / this.reach);
    const angle = Math.PI * distance * this.band;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * this.band * fade;
  }
}

function joined(first: Samples, second: Samples): Samples {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
