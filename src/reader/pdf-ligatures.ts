/**
 * Ligatures of Arabic in PDFs of LibreOffice. The library turns a piece of right-to-left text letter by letter, and with
 * it the letters of a ligature, which the font's table gives in their order: so the table is given them turned, in place.
 */
import { joinBytes } from "../platform/bytes.ts";
import { inflate } from "./inflate.ts";
import { streamsIn } from "./pdf-streams.ts";

/** By its name in the file, in letters or in UTF-16 as hexadecimal digits. */
const PRODUCER = /\/Producer ?(?:\(LibreOffice|<FEFF004C0069006200720065004F006600660069006300650020)/i;
const TABLE = "/CIDInit";
/** A part of the table that readers don't need: without it, the table takes no more room than before. */
const UNUSED = /\/CIDSystemInfo ?<<[^>]*>> ?def\n/;
const LIGATURE = /<((?:06[0-9a-f]{2}){2,6})>/gi;
const MOST_STREAMS = 20_000;
/** Limits in bytes of a table, packed and unpacked. */
const MOST_PACKED = 50_000;
const MOST_OF_TABLE = 500_000;
const LATIN = new TextDecoder("latin1");
const END = "endstream";

/** Bytes of the file with its ligatures turned, its own where there are none. Expects a file that was found safe to unpack. */
export async function withLigaturesTurned(pdf: Uint8Array): Promise<Uint8Array> {
  const text = LATIN.decode(pdf);
  if (!PRODUCER.test(text)) return pdf;
  const turned = pdf.slice();
  for (const { start } of streamsIn(pdf, MOST_STREAMS) ?? []) {
    const room = text.indexOf(END, start) - start;
    if (room <= 0 || room > MOST_PACKED) continue;
    const table = tableAt(pdf.subarray(start, start + room));
    const packed = table === undefined ? undefined : await deflated(table);
    if (packed === undefined || packed.length > room) continue;
    turned.set(packed, start);
    turned.fill(0, start + packed.length, start + room - 1);
  }
  return turned;
}

/** The table with its ligatures turned; undefined where the stream is none, or has no ligature. */
function tableAt(packed: Uint8Array): string | undefined {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of inflate(packed)) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_OF_TABLE || !LATIN.decode(pieces[0]).startsWith(TABLE)) return undefined;
  }
  const table = LATIN.decode(joinBytes(pieces));
  const turned = table.replace(LIGATURE, (_, letters: string) => `<${lettersTurned(letters)}>`);
  return turned === table ? undefined : turned.replace(UNUSED, "");
}

function lettersTurned(letters: string): string {
  return (letters.match(/.{4}/g) ?? []).reverse().join("");
}

async function deflated(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
