import { expect, it } from "vitest";
import { silence } from "../../../../web/pages/connections/media-tests.ts";

it("the recording with which dictation is tested is a WAV of a second in which nothing is said", async () => {
  const recording = silence(1);
  const bytes = new Uint8Array(await recording.arrayBuffer());
  expect(recording.type).toBe("audio/wav");
  expect(new TextDecoder("latin1").decode(bytes.slice(0, 16))).toMatch(/^RIFF.{4}WAVEfmt $/s);
  expect(new DataView(bytes.buffer).getUint32(40, true)).toBe(bytes.length - 44);
  expect(bytes.length - 44).toBe(32_000);
  expect(bytes.slice(44).every((byte) => byte === 0)).toBe(true);
});
