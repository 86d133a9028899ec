/** Recordings that tests send. */
import { exports } from "cloudflare:workers";
import type { Somebody } from "../people/somebody.ts";

/** A second of silence: 16-bit mono WAV at 16 kHz. */
export function wav(): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(44 + 32_000));
  for (const [at, word] of [
    [0, 0x52494646],
    [8, 0x57415645],
    [12, 0x666d7420],
    [36, 0x64617461],
  ] as const)
    view.setUint32(at, word);
  view.setUint32(28, 32_000, true);
  return new Uint8Array(view.buffer);
}

export function send(person: Somebody, path: string, type = "audio/wav"): Promise<Response> {
  const headers = { cookie: person.cookie, "content-type": type, origin: "http://nightjar.test" };
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`http://nightjar.test/api/v1${path}`, { method: "POST", headers, body: wav() });
}

/** Asks for a part of what is at that address. */
export function play({ cookie }: Somebody, path: string, range: string): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`http://nightjar.test/api/v1${path}`, { headers: { cookie, range } });
}
