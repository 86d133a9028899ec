/** Speech of an answer: it comes in pieces of raw sound, with its words beside it, and becomes one file. */
import { joinBytes, toBase64 } from "../../platform/bytes.ts";
import type { ProviderDelta } from "../provider.ts";
import type { JsonObject } from "../wire/json.ts";
import { objectIn, textIn } from "../wire/json.ts";

/** Samples of 16 bits, one channel, as OpenAI streams them. */
export const SOUND_FORMAT = "pcm16";
const SAMPLES_A_SECOND = 24_000;
const BYTES_OF_A_SAMPLE = 2;
const MOST_BYTES = 20_000_000;

export class SpokenAnswer {
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  /** Returns the words of a piece; empty: it has none. */
  take(message: JsonObject): string {
    const audio = objectIn(message, "audio");
    if (!audio) return "";
    const bytes = bytesOf(textIn(audio, "data"));
    if (this.length + bytes.length <= MOST_BYTES) {
      this.pieces.push(bytes);
      this.length += bytes.length;
    }
    return textIn(audio, "transcript");
  }

  get hasSound(): boolean {
    return this.length > 0;
  }

  file(): ProviderDelta[] {
    if (this.length === 0) return [];
    const sound = joinBytes(this.pieces);
    const media_type = typeOf(sound) ?? "audio/wav";
    return [{ type: "file", media_type, data: toBase64(typeOf(sound) ? sound : waveOf(sound)) }];
  }
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Media type of the sound: servers may send a whole file, whatever was asked for. Undefined: raw samples. */
function typeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head === "RIFF") return "audio/wav";
  if (head.startsWith("ID3")) return "audio/mpeg";
  return head === "OggS" ? "audio/ogg" : undefined;
}

/** Raw sound as a WAV file. */
function waveOf(sound: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(44));
  const word = (at: number, text: string) =>
    [...text].forEach((letter, index) => {
      head.setUint8(at + index, letter.charCodeAt(0));
    });
  word(0, "RIFF");
  head.setUint32(4, 36 + sound.length, true);
  word(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, SAMPLES_A_SECOND, true);
  head.setUint32(28, SAMPLES_A_SECOND * BYTES_OF_A_SAMPLE, true);
  head.setUint16(32, BYTES_OF_A_SAMPLE, true);
  head.setUint16(34, 8 * BYTES_OF_A_SAMPLE, true);
  word(36, "data");
  head.setUint32(40, sound.length, true);
  return joinBytes([new Uint8Array(head.buffer), sound]);
}
