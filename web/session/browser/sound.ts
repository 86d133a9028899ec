/** A quiet tone for each newly waiting thing, if the person wants one on this device. */
import { readStored, writeStored } from "./storage.ts";

const STORED = "sound";
const TONES = [660, 880];
const TONE_S = 0.14;

export const sound = {
  get isOn(): boolean {
    return readStored<boolean>(STORED) ?? false;
  },
  set isOn(value: boolean) {
    writeStored(STORED, value || null);
    if (value) play();
  },
  /** Call it when the count of waiting things has grown. */
  more(): void {
    if (this.isOn) play();
  },
};

/** Browsers stay silent until somebody has used the page. */
function play(): void {
  const context = new AudioContext();
  const loudness = context.createGain();
  loudness.connect(context.destination);
  loudness.gain.value = 0.06;
  for (const [at, frequency] of TONES.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(loudness);
    tone.start(context.currentTime + at * TONE_S);
    tone.stop(context.currentTime + (at + 1) * TONE_S);
    tone.onended = () => at === TONES.length - 1 && void context.close();
  }
}
