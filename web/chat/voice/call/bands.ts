/** Loudness of the frequencies of a voice. */

interface Analyser {
  frequencyBinCount: number;
  getByteFrequencyData(bins: Uint8Array<ArrayBuffer>): void;
}

/** Loudness by frequency, from 0 to 1: low voices first. */
export function bandsOf(analyser: Analyser): number[] {
  const bins = new Uint8Array(analyser.frequencyBinCount);
  analyser.getByteFrequencyData(bins);
  return [...bins.slice(0, BANDS)].map((loudness) => loudness / 255);
}

/** The lowest of the analyser's 64 bands: speech lies in these. */
export const BANDS = 24;
