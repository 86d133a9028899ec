import { expect, test } from "vitest";
import { mediaTypeOf, soundLength } from "../../../src/voice/sound.ts";
import { soundFile } from "../../../src/voice/whole-sound.ts";
import { MP3, wav } from "./support.ts";

/** Two pages of an Ogg file: a head, and a last page that ends at that sample of 48 kHz. */
function opus(samples: number): Uint8Array {
  const page = (granule: number, payload: string) => {
    const bytes = Buffer.alloc(28 + payload.length);
    bytes.write("OggS", 0);
    bytes.writeBigInt64LE(BigInt(granule), 6);
    bytes[26] = 1;
    bytes[27] = payload.length;
    bytes.write(payload, 28);
    return bytes;
  };
  return new Uint8Array(Buffer.concat([page(0, "OpusHead........"), page(samples, "voice")]));
}

test("the length of WAV and of Ogg Opus is exact, and others are estimated by their size", () => {
  expect(soundLength(wav(3))).toEqual({ seconds: 3, isExact: true });
  expect(soundLength(opus(96_000))).toEqual({ seconds: 2, isExact: true });
  expect(soundLength(new Uint8Array(4_000))).toEqual({ seconds: 2, isExact: false });
  expect(soundLength(opus(0)).isExact).toBe(false);
});

test("a file is called by what its bytes are, whatever was asked for", async () => {
  expect(mediaTypeOf(opus(1), "audio/mpeg")).toBe("audio/ogg");
  expect(mediaTypeOf(MP3, "audio/ogg")).toBe("audio/mpeg");
  expect(mediaTypeOf(Uint8Array.of(0xff, 0xfb), "audio/ogg")).toBe("audio/mpeg");
  expect(mediaTypeOf(Uint8Array.of(1, 2), "audio/ogg")).toBe("audio/ogg");
  const stream = new Response(wav(1)).body as ReadableStream<Uint8Array>;
  const file = await soundFile({ stream, media_type: "audio/ogg" }, "voice");
  expect([file.name, file.media_type, file.bytes.length]).toEqual(["voice.wav", "audio/wav", 32_044]);
});
