/** Rich text of Outlook messages, which is packed by a method of its own (MS-OXRTFCP). */

const PACKED = 0x75465a4c;
const PLAIN = 0x414c454d;
const WINDOW = 4_096;
const MOST_BYTES = 20_000_000;
/** Text that both sides know before the first byte. */
const KNOWN =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/** Undefined when the bytes are of another kind. */
export function rtfOfMessage(packed: Uint8Array): Uint8Array | undefined {
  if (packed.length < 16) return undefined;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const kind = view.getUint32(8, true);
  if (kind === PLAIN) return packed.subarray(16);
  return kind === PACKED ? unpacked(packed, Math.min(view.getUint32(4, true), MOST_BYTES)) : undefined;
}

function unpacked(packed: Uint8Array, size: number): Uint8Array {
  const window = new Uint8Array(WINDOW);
  for (let at = 0; at < KNOWN.length; at++) window[at] = KNOWN.charCodeAt(at);
  const result = new Uint8Array(size);
  let [write, filled, at] = [KNOWN.length, 0, 16];
  const put = (byte: number) => {
    if (filled < size) result[filled++] = byte;
    window[write] = byte;
    write = (write + 1) % WINDOW;
  };
  while (at < packed.length && filled < size) {
    const flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const token = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = token >> 4;
      // A reference to the place that is written next ends the text.
      if (from === write) return result.subarray(0, filled);
      for (let copied = 0; copied < (token & 15) + 2; copied++) put(window[(from + copied) % WINDOW] ?? 0);
    }
  }
  return result.subarray(0, filled);
}
