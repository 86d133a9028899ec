/** Brings samples that come in chunks to the call's rate. */
import { SAMPLE_RATE, type Samples } from "../sound/sound.ts";

/** Samples on each side by which one is worked out, at the lower of the two rates. */
const REACH = 12;

export class Resampler {
  /** Between two samples of theirs there are `up` places, and a sample of ours is at each `down`-th one. */
  private readonly up: number;
  private readonly down: number;
  private readonly reach: number;
  /** Weights of the samples around each place between two of them. */
  private readonly weights: readonly Samples[];
  private kept: Samples;
  /** Place of the next sample of ours, counted from the first one that is kept. */
  private place: number;

  constructor(rate: number) {
    const common = divisorOf(rate, SAMPLE_RATE);
    this.up = SAMPLE_RATE / common;
    this.down = rate / common;
    // Frequencies that ours can't hold would come back as others.
    const band = Math.min(1, SAMPLE_RATE / rate);
    this.reach = Math.ceil(REACH / band);
    const { up, down, reach } = this;
    this.weights = up === down ? [] : Array.from({ length: up }, (_, at) => weightsAt(at / up, band, reach));
    this.kept = new Float32Array(reach);
    this.place = reach * up;
  }

  push(samples: Samples): Samples {
    const { up, down, reach } = this;
    if (up === down) return samples;
    const all = joined(this.kept, samples);
    const count = Math.max(0, Math.ceil(((all.length - reach) * up - this.place) / down));
    const made = new Float32Array(count);
    for (let at = 0; at < count; at += 1, this.place += down) made[at] = this.at(all, this.place);
    const dropped = Math.max(0, Math.floor(this.place / up) - reach);
    this.kept = all.slice(dropped);
    this.place -= dropped * up;
    return made;
  }

  /** The last samples, which were waiting for those after them. */
  end(): Samples {
    return this.push(new Float32Array(this.up === this.down ? 0 : this.reach));
  }

  private at(samples: Samples, place: number): number {
    const weights = this.weights[place % this.up] ?? [];
    const first = Math.floor(place / this.up) - this.reach + 1;
    let sum = 0;
    for (let at = 0; at < weights.length; at += 1) sum += (samples[first + at] ?? 0) * (weights[at] ?? 0);
    return sum;
  }
}

/** Weights of the samples around a place that lies by `part` behind the middle one: a sinc that fades out at the reach. */
function weightsAt(part: number, band: number, reach: number): Samples {
  return Float32Array.from({ length: 2 * reach }, (_, at) => {
    const distance = at - reach + 1 - part;
    const fade = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    const angle = Math.PI * distance * band;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * band * fade;
  });
}

function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other);
}

function joined(first: Samples, second: Samples): Samples {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
