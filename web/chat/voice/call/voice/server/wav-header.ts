/** Header of a WAV file. */

export interface WavForm {
  /** Samples a second. */
  rate: number;
  channels: number;
  /** Place of its first sample, and of what follows its last one: bytes. */
  start: number;
  end: number;
}

const PCM = 1;
/** PCM too, with a longer description. */
const EXTENSIBLE = 0xfffe;
const RIFF_BYTES = 12;
const CHUNK_BYTES = 8;
const FORMAT_BYTES = 16;

/** Null: it is none of 16 bits. Undefined: more bytes are needed. */
export function wavForm(bytes: Uint8Array<ArrayBuffer>): WavForm | null | undefined {
  if (bytes.length < RIFF_BYTES) return undefined;
  if (wordAt(bytes, 0) !== "RIFF" || wordAt(bytes, 8) !== "WAVE") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let form: Pick<WavForm, "rate" | "channels"> | undefined;
  for (let at = RIFF_BYTES; at + CHUNK_BYTES <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const start = at + CHUNK_BYTES;
    // A file that is sent while it is made doesn't know its length.
    const isUnknown = size === 0 || size > 0x7fff_0000;
    if (wordAt(bytes, at) === "data")
      return form ? { ...form, start, end: isUnknown ? Number.POSITIVE_INFINITY : start + size } : null;
    if (wordAt(bytes, at) === "fmt ") {
      if (start + FORMAT_BYTES > bytes.length) return undefined;
      form = formAt(view, start);
      if (!form) return null;
    }
    at = start + size + (size % 2);
  }
  return undefined;
}

function formAt(view: DataView, at: number): Pick<WavForm, "rate" | "channels"> | undefined {
  const isPcm = [PCM, EXTENSIBLE].includes(view.getUint16(at, true)) && view.getUint16(at + 14, true) === 16;
  const form = { rate: view.getUint32(at + 4, true), channels: view.getUint16(at + 2, true) };
  return isPcm && form.rate > 0 && form.channels > 0 ? form : undefined;
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
