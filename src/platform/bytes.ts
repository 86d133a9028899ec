/** Bytes: joined, of a text, as base64, and as base64url for addresses and headers. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A multiple of three, so that the text of each piece ends at its own end. */
const PIECE = 0x6000;

/** Piece by piece: the bytes as one text first would take the memory of a large picture twice more. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join("");
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Throws for text that is not base64. */
export function fromBase64Url(text: string): Bytes {
  const characters = [...atob(text.replaceAll("-", "+").replaceAll("_", "/"))];
  return new Uint8Array(characters.map((character) => character.charCodeAt(0)));
}

export function bytesOf(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}
