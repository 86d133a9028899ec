/** Workspace paths: relative, plain, and read the same way by everybody. */

export type SafePath = { ok: true; path: string } | { ok: false; problem: string };

const MAX_BYTES = 512;
const MAX_SEGMENT_BYTES = 200;
const MAX_DEPTH = 24;
const TOO_LONG = `it is longer than ${MAX_BYTES} bytes`;
/** Matches `.` and `..`. Three dots and more are an ordinary name. */
const DOTS = /^\.{1,2}$/;
/**
 * Matches invisible characters: control, format (zero width, direction), private-use and unpaired ones, odd line ends
 * and spaces.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** Matches lookalikes of a slash, a backslash, a colon or a run of dots. */
const LOOKALIKE =
  /[\u2024-\u2026\u2044\u2215\u2216\u29f5\u29f8\u29f9\ua789\ufe13\ufe19\ufe30\ufe55\ufe68\uff0e\uff0f\uff1a\uff3c\u2571\u2572]/u;

/** Returns the path normalized (NFC, without a leading `./`), or the refusal. */
export function safePath(text: string): SafePath {
  // Must come first: normalizing a hundred thousand combining marks takes half a minute.
  if (text.length > MAX_BYTES) return refused(text, TOO_LONG);
  const path = text.normalize("NFC").replace(/^(\.\/)+/, "");
  const problem = problemOf(path);
  return problem ? refused(text, problem) : { ok: true, path };
}

/** Returns the prefix of the paths in a folder: empty for all, otherwise with a trailing slash. */
export function safeFolder(text: string): SafePath {
  if (text.length > MAX_BYTES) return refused(text, TOO_LONG);
  const name = text.replace(/\/+$/, "");
  if (name === "" || name === ".") return { ok: true, path: "" };
  const safe = safePath(name);
  return safe.ok ? { ok: true, path: `${safe.path}/` } : safe;
}

function refused(text: string, problem: string): SafePath {
  return { ok: false, problem: `"${shown(text)}" can't be used as a path: ${problem}.` };
}

function problemOf(path: string): string | undefined {
  if (path === "") return "it is empty";
  if (byteLength(path) > MAX_BYTES) return TOO_LONG;
  if (!path.isWellFormed() || UNSEEN.test(path)) return "it has characters that can't be seen";
  if (LOOKALIKE.test(path)) return "it has characters that look like a slash or dots";
  if (path.startsWith("/"))
    return "it starts with a slash; paths are relative to the workspace, like notes/today.md";
  if (path.includes("\\")) return "it has a backslash; write slashes";
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return "it starts like an address or a drive";
  if (path.startsWith("~")) return "it starts with ~; paths are relative to the workspace";
  const segments = path.split("/");
  if (segments.length > MAX_DEPTH) return `it is deeper than ${MAX_DEPTH} folders`;
  return segments.map(segmentProblem).find((problem) => problem !== undefined);
}

function segmentProblem(segment: string): string | undefined {
  if (segment === "") return "it has an empty part";
  if (DOTS.test(segment)) return `it has a part "${segment}"; write the path without it`;
  if (/^\s|\s$/.test(segment)) return "a part starts or ends with a space";
  if (byteLength(segment) > MAX_SEGMENT_BYTES) return `a part is longer than ${MAX_SEGMENT_BYTES} bytes`;
  return isHiddenEscape(segment) ? "it has an encoded slash or dots" : undefined;
}

/** True for escapes such as `%2e%2e` and `..%252f`: harmless here, but not in the next program that decodes them. */
function isHiddenEscape(segment: string): boolean {
  let text = segment;
  for (let round = 0; round < 3 && text.includes("%"); round++) {
    text = decoded(text);
    if (/[/\\\p{Cc}]/u.test(text) || DOTS.test(text)) return true;
  }
  return false;
}

function decoded(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Makes invisible characters visible, for a message. */
function shown(text: string): string {
  const cut = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return cut.replace(
    /[^\p{L}\p{N}\p{P}\p{S} ]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
