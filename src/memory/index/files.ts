/** Indexes files in pieces with line ranges. A file whose text is unchanged costs one look-up. */
import type { Trust } from "../../domain/trust.ts";
import type { Core } from "../ports/core.ts";
import type { ChunkDraft } from "../ports/model.ts";
import { hashText } from "../text/hash.ts";

export interface FileItem {
  owner: string;
  /** Path in the workspace, or id of an upload. */
  path: string;
  /** Display name of an upload. */
  name?: string;
  text: string;
  /** Trusted when the person wrote it, or an agent from their words alone; otherwise untrusted. */
  trust: Trust;
  /** Time of the last change, in ms since the epoch. */
  at?: number;
}

const LINES = 40;
const CHARACTERS = 1_600;
const OVERLAP = 3;
/** Only the beginning of a larger file is indexed. */
const MAX_CHARACTERS = 2_000_000;

export async function indexFile(
  core: Core,
  file: FileItem,
): Promise<{ status: "indexed" | "unchanged"; pieces: number }> {
  const { owner, path } = file;
  const text = file.text.slice(0, MAX_CHARACTERS);
  const hash = hashText(`${file.name ?? ""}\u0000${text}${file.trust === "trusted" ? "\u0000trusted" : ""}`);
  const { chunks, progress } = core.storage;
  const drafts = fileDrafts({ ...file, text });
  if ((await progress.fileHash(owner, path, "index")) === hash) {
    // The run that indexed it may have died before its vectors were stored.
    await chunks.complete(drafts);
    return { status: "unchanged", pieces: 0 };
  }
  await chunks.replaceFile({ owner, path, hash }, drafts, core.now());
  return { status: "indexed", pieces: drafts.length };
}

export async function removeFile(core: Core, owner: string, path: string): Promise<void> {
  // The hash goes first: a crash in between must not leave a file that counts as unchanged.
  await core.storage.progress.forgetFile(owner, path);
  await core.storage.chunks.remove(owner, path);
}

export function fileDrafts(file: FileItem): ChunkDraft[] {
  return pieces(file.text).map(({ start, end, text }, ordinal) => ({
    owner: file.owner,
    scope: "person",
    kind: "file",
    source: file.path,
    key: `${file.path}#L${start}-${end}`,
    session: file.name ?? file.path,
    ordinal,
    speaker: "",
    role: "",
    agent: "",
    ...(file.at === undefined ? {} : { said_at: file.at }),
    text,
    trust: file.trust,
    lines: { start, end },
  }));
}

interface Piece {
  /** Line numbers start at 1. */
  start: number;
  end: number;
  text: string;
}

function pieces(text: string): Piece[] {
  const lines = text.split(/\r?\n/);
  const found: Piece[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = endOf(lines, start);
    const piece = lines.slice(start, end).join("\n").trim();
    if (piece !== "") found.push({ start: start + 1, end, text: piece.slice(0, CHARACTERS * 2) });
    if (end >= lines.length) break;
    start = Math.max(end - OVERLAP, start + 1);
  }
  return found;
}

/** End of the piece: before the line that would overfill it. One long line is a piece of its own. */
function endOf(lines: readonly string[], start: number): number {
  let size = 0;
  let end = start;
  while (end < lines.length && end - start < LINES) {
    size += (lines[end]?.length ?? 0) + 1;
    if (size > CHARACTERS && end > start) break;
    end++;
  }
  return end;
}
