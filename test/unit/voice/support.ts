/** A server that speaks the wire forms of speech providers, and ways to it. */
import type { SpeechLedger } from "../../../src/voice/ports.ts";
import type { SpeechAccess, SpokenSound } from "../../../src/voice/provider.ts";
import type { SpeechSettings } from "../../../src/voice/settings.ts";
import { type Platform, type PlatformAnswer, startPlatform } from "../../support/platform/platform.ts";

export const SIGNAL = new AbortController().signal;

export const MP3 = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0);

export interface SpeechServer extends Platform {
  /** The next answers by path; each path keeps its answer. */
  answers: Record<string, PlatformAnswer>;
}

export async function startSpeechServer(): Promise<SpeechServer> {
  const answers: Record<string, PlatformAnswer> = {};
  const platform = await startPlatform(({ path }) => answers[path] ?? { status: 404, body: "sk-secret" });
  return Object.assign(platform, { answers });
}

export function json(value: unknown): PlatformAnswer {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export function mp3(): PlatformAnswer {
  return { status: 200, headers: { "content-type": "audio/mpeg" }, body: MP3 };
}

export function accessTo(settings: SpeechSettings): SpeechAccess {
  return { settings, fetch: (url, init) => fetch(url, init) };
}

export async function bytesOf({ stream }: SpokenSound): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A ledger that refuses what `refuses` says, and remembers what was booked. */
export function aLedger(refuses: (model: string) => string | undefined = () => undefined) {
  const booked: object[] = [];
  const ledger: SpeechLedger = {
    refusal: async (_payer, { model }) => refuses(model),
    book: async (payer, cost) => void booked.push({ ...payer, ...cost }),
    bookLater: (payer, cost) => void cost.then((known) => booked.push({ ...payer, ...known })),
  };
  return { ledger, booked };
}

const RATE = 16_000;

/** 16-bit mono WAV at 16 kHz, as the call in the browser sends it. */
export function wav(seconds: number): Uint8Array<ArrayBuffer> {
  const size = RATE * 2 * seconds;
  const bytes = Buffer.alloc(44 + size);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + size, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(size, 40);
  return new Uint8Array(bytes);
}
