/** Bytes: joined, of a text, and as base64url for addresses and headers. */
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
