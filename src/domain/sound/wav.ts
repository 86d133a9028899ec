/** Head of a WAV file: PCM, 16 bits, one channel. */

const HEADER_BYTES = 44;

/** `size`: bytes of the samples that follow; `rate`: samples a second. */
export function wavHeader(size: number, rate: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  const word = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  word(0, "RIFF");
  view.setUint32(4, Math.min(HEADER_BYTES - 8 + size, 0xffff_ffff), true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, "data");
  view.setUint32(40, size, true);
  return new Uint8Array(view.buffer);
}
