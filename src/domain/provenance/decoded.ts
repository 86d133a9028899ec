/** Words that a text hides in another writing: percent signs, escapes, character references, base64. */

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** Characters of a text that are read so. */
const MOST = 20_000;

/** The texts that it stands for when its hidden parts are read; none: it hides nothing. */
export function decodedOf(text: string): string[] {
  const looked = text.slice(0, MOST);
  const read = [percent(looked), escapes(looked), references(looked)].filter((each) => each !== looked);
  return [...read, ...(looked.match(BASE64) ?? []).flatMap(base64)];
}

function percent(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (found) => {
    try {
      return decodeURIComponent(found);
    } catch {
      return found;
    }
  });
}

function escapes(text: string): string {
  return text.replaceAll(/\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (_, wide?: string, short?: string) =>
    String.fromCharCode(Number.parseInt(wide ?? short ?? "", 16)),
  );
}

function references(text: string): string {
  return text.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (found, hex?: string, plain?: string) => {
    const code = hex === undefined ? Number(plain) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : found;
  });
}

/** Only what reads as text: nearly every long name is base64 of something. */
function base64(found: string): string[] {
  try {
    const plain = found.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(plain), (each) => each.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return /^[\P{C}\s]+$/u.test(text) ? [text] : [];
  } catch {
    return [];
  }
}
