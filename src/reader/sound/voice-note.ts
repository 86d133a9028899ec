/** Makes a voice note, Ogg Opus as chats play it, of a WAV file. */
import { FRAME, OpusEncoder, RATE } from "./libopus.ts";
import { oggOpus } from "./ogg.ts";
import { atRate, samplesOf } from "./wav.ts";

/** Seconds of the longest recording that is encoded: its samples are in memory. */
const LONGEST = 1_800;
/** Frames between which others have their turn: on the local runtime all Workers share a thread. */
const FRAMES_AT_ONCE = 100;

interface Encoding {
  /** `opus.wasm`, compiled. */
  module: object;
  /** Any number. */
  serial: number;
  /** Lets others have their turn. */
  rest(): Promise<void>;
}

/** Rejects with the reason for a file that can't be encoded. */
export async function voiceNote(
  wav: Uint8Array,
  { module, serial, rest }: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const samples = samplesOf(wav);
  if (samples.values.length === 0) throw new Error("The WAV file holds no sound.");
  if (samples.values.length > LONGEST * samples.rate) throw new Error("The recording is too long.");
  const sound = atRate(samples, RATE);
  const encoder = new OpusEncoder(module);
  const { delay } = encoder;
  const packets: Uint8Array[] = [];
  for (let at = 0; at < sound.length + delay; at += FRAME) {
    packets.push(encoder.encode(sound.subarray(Math.min(at, sound.length), at + FRAME)));
    if (packets.length % FRAMES_AT_ONCE === 0) await rest();
  }
  return oggOpus({ packets, frame: FRAME, delay, length: sound.length, serial });
}
