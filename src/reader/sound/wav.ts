/** Samples of a WAV file, as one channel. */

export interface Samples {
  /** Samples a second. */
  rate: number;
  /** Samples from -1 to 1. */
  values: Float32Array;
}

const PCM = 1;
const FLOAT = 3;
/** The real format stands further on. */
const EXTENSIBLE = 0xfffe;
const SUBFORMAT_AT = 24;

interface Format {
  isFloat: boolean;
  channels: number;
  rate: number;
  /** Bits of a sample of one channel. */
  bits: number;
}

/** Throws for a file that is no WAV, or whose form is not read. A file that is cut short has what is there. */
export function samplesOf(bytes: Uint8Array): Samples {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 44 || name(0) !== "RIFF" || name(8) !== "WAVE") throw new Error("It is no WAV file.");
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === "fmt ") format = formatAt(view, at + 8);
    // A stream that did not know its length writes the largest number, or none.
    if (name(at) === "data" && format)
      return decoded(view, { format, from: at + 8, size: size === 0 ? bytes.length : size });
    at += 8 + size + (size % 2);
  }
  throw new Error("The WAV file holds no sound.");
}

function formatAt(view: DataView, at: number): Format {
  const code = view.getUint16(at, true);
  const kind = code === EXTENSIBLE ? view.getUint16(at + SUBFORMAT_AT, true) : code;
  const [channels, bits] = [view.getUint16(at + 2, true), view.getUint16(at + 14, true)];
  const rate = view.getUint32(at + 4, true);
  const isRead = kind === FLOAT ? bits === 32 : kind === PCM && [8, 16, 24, 32].includes(bits);
  if (!isRead || channels < 1 || channels > 8 || rate < 4_000 || rate > 192_000)
    throw new Error("The WAV file has a form that is not read.");
  return { isFloat: kind === FLOAT, channels, rate, bits };
}

function decoded(
  view: DataView,
  { format, from, size }: { format: Format; from: number; size: number },
): Samples {
  const { channels, bits, rate } = format;
  const width = bits / 8;
  const frames = Math.floor(Math.min(size, view.byteLength - from) / (width * channels));
  const read = readerOf(view, format);
  const values = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += read(from + (frame * channels + channel) * width);
    values[frame] = sum / channels;
  }
  return { rate, values };
}

function readerOf(view: DataView, { isFloat, bits }: Format): (at: number) => number {
  if (isFloat) return (at) => view.getFloat32(at, true);
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 0x8000;
  if (bits === 24) return (at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 0x800000;
  return (at) => view.getInt32(at, true) / 0x80000000;
}

/** The samples at another rate, between whose neighbours new ones stand on a line: enough for speech. */
export function atRate({ rate, values }: Samples, wanted: number): Float32Array {
  if (rate === wanted) return values;
  const length = Math.floor((values.length * wanted) / rate);
  const made = new Float32Array(length);
  // A sample is the mean of all that falls on it of a higher rate, so that high tones don't come back as low ones.
  const span = Math.max(1, Math.round(rate / wanted));
  for (let at = 0; at < length; at++) {
    const place = (at * rate) / wanted;
    const before = Math.floor(place);
    const share = place - before;
    const [a, b] = [meanAt(values, before, span), meanAt(values, before + 1, span)];
    made[at] = a + (b - a) * share;
  }
  return made;
}

function meanAt(values: Float32Array, at: number, span: number): number {
  if (span === 1) return values[Math.min(at, values.length - 1)] ?? 0;
  let sum = 0;
  for (let each = at; each < at + span; each++) sum += values[Math.min(each, values.length - 1)] ?? 0;
  return sum / span;
}
