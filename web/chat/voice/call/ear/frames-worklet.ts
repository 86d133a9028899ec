/** Runs in the browser's audio thread: hands the microphone's sound to the page in frames of 10 ms at 48 kHz. */

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

const RATE = 48_000;
const FRAME = 480;

class Frames extends AudioWorkletProcessor {
  private frame = new Float32Array(FRAME);
  private filled = 0;
  /** Place of the next sample of ours between the last sample before this block and the first one of it. */
  private place = 0;
  private last = 0;

  process([channels]: Float32Array[][]): boolean {
    const [block] = channels ?? [];
    if (block) this.take(block);
    return true;
  }

  private take(block: Float32Array): void {
    const step = sampleRate / RATE;
    for (; this.place < block.length; this.place += step) {
      const at = Math.floor(this.place);
      const before = at === 0 ? this.last : (block[at - 1] ?? 0);
      this.push(before + ((block[at] ?? 0) - before) * (this.place - at));
    }
    this.place -= block.length;
    this.last = block.at(-1) ?? 0;
  }

  private push(sample: number): void {
    this.frame[this.filled] = sample;
    this.filled += 1;
    if (this.filled < FRAME) return;
    this.port.postMessage(this.frame, [this.frame.buffer]);
    this.frame = new Float32Array(FRAME);
    this.filled = 0;
  }
}

registerProcessor("frames", Frames);
