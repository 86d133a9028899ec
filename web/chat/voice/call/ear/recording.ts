/** Recording of an utterance, as it is heard: 16 kHz, mono, a little of what came before it included. */

const RATE = 16_000;
/** Samples of 48 kHz for each one kept. */
const EVERY = 3;
/** Kept from before the first word was recognised as one: 10 ms each. */
const LEAD_FRAMES = 40;
const HEADER_BYTES = 44;

export class Recording {
  private frames: Int16Array<ArrayBuffer>[] = [];

  /** 10 ms at 48 kHz, from -1 to 1. `isKept`: somebody is speaking. */
  add(frame: Float32Array, isKept: boolean): void {
    this.frames.push(thinned(frame));
    if (!isKept && this.frames.length > LEAD_FRAMES) this.frames.shift();
  }

  /** The WAV file; the recording is empty then. */
  take(): Blob {
    const { frames } = this;
    this.frames = [];
    const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return new Blob([header(bytes), ...frames], { type: "audio/wav" });
  }

  clear(): void {
    this.frames = [];
  }
}

function thinned(frame: Float32Array): Int16Array<ArrayBuffer> {
  const kept = new Int16Array(Math.floor(frame.length / EVERY));
  for (let at = 0; at < kept.length; at += 1) {
    const first = at * EVERY;
    const mean = ((frame[first] ?? 0) + (frame[first + 1] ?? 0) + (frame[first + 2] ?? 0)) / EVERY;
    kept[at] = Math.round(Math.max(-1, Math.min(1, mean)) * 0x7fff);
  }
  return kept;
}

/** Header of a WAV file: PCM, 16 bits, one channel. */
function header(bytes: number): ArrayBuffer {
  const buffer = new ArrayBuffer(HEADER_BYTES);
  const view = new DataView(buffer);
  const word = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  word(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, "data");
  view.setUint32(40, bytes, true);
  return buffer;
}
