/** Sound as bytes: its kind, the name of its file, and its length. */

/** File name endings by media type: servers detect the format by the name, and chat platforms use names of their own. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/opus": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "audio/aac": "m4a",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/flac": "flac",
  "audio/webm": "webm",
  "video/webm": "webm",
  "video/mp4": "mp4",
};

export function endingOf(media_type: string): string {
  return ENDINGS[media_type] ?? "ogg";
}

/** Media type by the first bytes; `otherwise` for sound that does not say it. */
export function mediaTypeOf(bytes: Uint8Array, otherwise: string): string {
  const begin = String.fromCharCode(...bytes.subarray(0, 4));
  if (begin === "OggS") return "audio/ogg";
  if (begin === "RIFF") return "audio/wav";
  if (begin === "fLaC") return "audio/flac";
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return begin.startsWith("ID3") || isFrame ? "audio/mpeg" : otherwise;
}

/** Seconds of the sound. `isExact`: its bytes say so; else they are an estimate by its size. */
export interface SoundLength {
  seconds: number;
  isExact: boolean;
}

/** Bytes of a second where the file does not tell: voice messages and recordings of browsers have more. */
const LEAST_BYTES_A_SECOND = 2_000;

export function soundLength(bytes: Uint8Array): SoundLength {
  const seconds = wavSeconds(bytes) ?? opusSeconds(bytes);
  if (seconds !== undefined) return { seconds, isExact: true };
  return { seconds: bytes.length / LEAST_BYTES_A_SECOND, isExact: false };
}

const WAV_HEADER = 44;
const BYTE_RATE_AT = 28;

function wavSeconds(bytes: Uint8Array): number | undefined {
  if (bytes.length < WAV_HEADER || mediaTypeOf(bytes, "") !== "audio/wav") return undefined;
  const rate = viewOf(bytes).getUint32(BYTE_RATE_AT, true);
  return rate === 0 ? undefined : (bytes.length - WAV_HEADER) / rate;
}

const OPUS_RATE = 48_000;
const PAGE_HEADER = 27;
const GRANULE_AT = 6;
/** A page has this many bytes at most. */
const LONGEST_PAGE = 65_307;

/** Length by the position that the last page of an Ogg file names. */
function opusSeconds(bytes: Uint8Array): number | undefined {
  if (mediaTypeOf(bytes, "") !== "audio/ogg" || !hasOpusHead(bytes)) return undefined;
  const view = viewOf(bytes);
  const earliest = Math.max(0, bytes.length - LONGEST_PAGE - PAGE_HEADER);
  for (let at = bytes.length - PAGE_HEADER; at >= earliest; at--) {
    if (view.getUint32(at) !== 0x4f676753) continue;
    const position = Number(view.getBigInt64(at + GRANULE_AT, true));
    return position > 0 ? position / OPUS_RATE : undefined;
  }
  return undefined;
}

function hasOpusHead(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(PAGE_HEADER, PAGE_HEADER + 32)).includes("OpusHead");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
