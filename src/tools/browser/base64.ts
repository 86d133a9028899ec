/** Base64, for bytes in the protocol's JSON. */

/** Decodes base64; throws on any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
