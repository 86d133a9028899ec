/** Samples at a higher rate, piece after piece: values between two samples lie on a line. */

export class Upsampler {
  private readonly step: number;
  /** Place of the next sample, counted from the last one of the piece before. */
  private place = 1;
  private last = 0;

  /** Samples a second of what comes, and of what goes. */
  constructor(from: number, to: number) {
    this.step = from / to;
  }

  /** The next piece: 16 bits, one channel. */
  next(pcm: Uint8Array): Uint8Array {
    const given = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const count = Math.floor(pcm.byteLength / 2);
    const made: number[] = [];
    const at = (index: number) => (index === 0 ? this.last : given.getInt16((index - 1) * 2, true));
    for (; this.place <= count; this.place += this.step) {
      const before = Math.floor(this.place);
      const part = this.place - before;
      const value = part === 0 ? at(before) : at(before) + (at(before + 1) - at(before)) * part;
      made.push(Math.round(value));
    }
    if (count > 0) this.last = at(count);
    this.place -= count;
    return bytesOf(made);
  }
}

function bytesOf(samples: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true);
  return new Uint8Array(view.buffer);
}
