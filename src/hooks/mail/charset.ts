/** Mail in letters of Western Europe that names no character set, or a wrong one. */

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/gi;
/** Character sets that such bytes cannot be of. */
const WRONG: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

/** The mail itself, or its Windows letters as UTF-8 where nothing in it says otherwise. */
export function inUtf8(raw: ArrayBuffer): ArrayBuffer | string {
  if (isUtf8(raw)) return raw;
  const text = new TextDecoder("windows-1252").decode(raw);
  const named = [...text.matchAll(CHARSET)].map(([, name = ""]) => name.toLowerCase());
  if (named.some((name) => !WRONG.has(name))) return raw;
  const whole = text.replaceAll(CHARSET, "charset=utf-8");
  return named.length > 0 ? whole : withHeader(whole);
}

/** The mail with a header before its own, unless it names a type. */
function withHeader(mail: string): string {
  const [head = ""] = mail.split(/\r?\n\r?\n/, 1);
  return /^content-type:/im.test(head)
    ? mail.replace(/^(content-type:[ \t]*text\/[\w-]+)/im, "$1; charset=utf-8")
    : `MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n${mail}`;
}

function isUtf8(raw: ArrayBuffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(raw);
    return true;
  } catch {
    return false;
  }
}
