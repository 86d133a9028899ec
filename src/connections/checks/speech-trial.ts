/** Trial of a speech provider: a few words are really said, and really heard. */
import { EARS, MOUTHS } from "../../voice/list.ts";
import { type SpeechAccess, SpeechFailure } from "../../voice/provider.ts";
import { soundFile } from "../../voice/whole-sound.ts";
import type { CheckDeps, CheckResult } from "./check.ts";

const WORDS = "Hello, this is a test.";

/** A provider that speaks and hears is given its own words. Never rejects. */
export async function trySpeech(
  name: string,
  access: SpeechAccess,
  signal: CheckDeps["signal"],
): Promise<CheckResult> {
  try {
    return await tried(name, access, signal);
  } catch (problem) {
    if (problem instanceof SpeechFailure) return { status: "broken", problem: problem.message };
    return { status: "broken", problem: `Nightjar can't reach ${labelOf(name)}. Try again in a moment.` };
  }
}

async function tried(name: string, access: SpeechAccess, signal: CheckDeps["signal"]): Promise<CheckResult> {
  const [mouth, ear] = [named(MOUTHS, name), named(EARS, name)];
  const said = mouth && (await (await mouth.load())(access).speak({ text: WORDS, as: "recording" }, signal));
  const sound = said && (await soundFile(said, "test"));
  if (sound?.bytes.length === 0) throw new SpeechFailure(`${labelOf(name)} answered without sound.`);
  if (!ear) return { status: "ok", name: sound?.media_type ?? "" };
  const recording = sound ?? { media_type: "audio/wav", bytes: silence() };
  const { text } = await (await ear.load())(access).transcribe(recording, signal);
  return { status: "ok", name: text.trim().slice(0, 100) };
}

function named<Item extends { name: string }>(list: readonly Item[], name: string): Item | undefined {
  return list.find((provider) => provider.name === name);
}

function labelOf(name: string): string {
  return named(MOUTHS, name)?.label ?? named(EARS, name)?.label ?? name;
}

const RATE = 16_000;
const HEADER = 44;

/** A second in which nothing is said: 16-bit mono WAV. */
function silence(): Uint8Array {
  const size = RATE * 2;
  const view = new DataView(new ArrayBuffer(HEADER + size));
  const words: [number, string][] = [
    [0, "RIFF"],
    [8, "WAVEfmt "],
    [36, "data"],
  ];
  for (const [at, text] of words)
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  view.setUint32(4, HEADER - 8 + size, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  view.setUint32(40, size, true);
  return new Uint8Array(view.buffer);
}
