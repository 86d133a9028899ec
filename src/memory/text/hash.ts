/** Content hashes, not for secrets: they detect unchanged texts and name places in the index. */

/** 64 bits of FNV-1a over UTF-16 units, as 16 hexadecimal digits. */
export function hashText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ (code + (low >>> 24)), 0x01000193) >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
