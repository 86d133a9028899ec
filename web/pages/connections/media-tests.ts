/** Tests of pictures, speech and dictation. Each asks the provider, and tells what came or why nothing did. */
import { transcribe, tryVoice } from "../../api/conversations/speech.ts";
import { drawPicture } from "../../api/pictures.ts";
import { serverText } from "../../words/server-text.ts";
import { t } from "../../words/t.ts";

export type MediaName = "pictures" | "voice" | "dictation";

export type Outcome =
  | { ok: true; recording?: Blob; picture?: string; words?: string }
  | { ok: false; reason: string };

export const TESTS: Record<MediaName, () => Promise<Outcome>> = {
  async pictures() {
    const drawn = await drawPicture(t("A nightjar on a branch at dusk, a small sketch"));
    return drawn.ok ? { ok: true, picture: drawn.value } : drawn;
  },
  async voice() {
    const said = await tryVoice(t("Hello, this is my voice."));
    return said.ok ? { ok: true, recording: said.value } : said;
  },
  async dictation() {
    const said = await tryVoice(t("Hello, this is my voice."));
    const heard = await transcribe(said.ok ? said.value : silence(1));
    if (heard.ok) return { ok: true, words: t("Heard: {words}", { words: heard.value.text }) };
    const isSilent = !said.ok && heard.reason === serverText("No words were heard in it.");
    return isSilent ? { ok: true, words: t("A second of silence was sent and answered.") } : heard;
  },
};

const RATE = 16_000;
const HEADER_BYTES = 44;

/** A recording of that many seconds in which nothing is said: 16-bit mono WAV. */
export function silence(seconds: number): Blob {
  const size = RATE * seconds * 2;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + size));
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + size, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, size, true);
  return new Blob([view.buffer], { type: "audio/wav" });
}
