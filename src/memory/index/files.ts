/** Indexing of files in pieces with line ranges. A file whose text is unchanged costs one look. */
import type { Trust } from "../../domain/trust.ts";
import type { Core } from "../ports/core.ts";
import type { ChunkDraft } from "../ports/model.ts";
import { hashText } from "../text/hash.ts";

export interface FileItem {
  owner: string;
  /** Path in the workspace, or the id of an upload. */
  path: string;
  /** What an upload is called. */
  name?: string;
  text: string;
  /** Who wrote it: the person or an agent on their words alone, or who knows who. */
  trust: Trust;
  /** ms since the epoch, when it was last changed. */
  at?: number;
}

const LINES = 40;
const CHARACTERS = 1_600;
const OVERLAP = 3;
/** Larger files are indexed by their beginning. */
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
    // Whoever indexed it may have died before it had its vectors.
    await chunks.complete(drafts);
    return { status: "unchanged", pieces: 0 };
  }
  await chunks.replaceFile({ owner, path, hash }, drafts, core.now());
  return { status: "indexed", pieces: drafts.length };
}

export async function removeFile(core: Core, owner: string, path: string): Promise<void> {
  // First what says that it is indexed: a crash in between must not leave a file that counts as unchanged.
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
  /** Lines count from 1. */
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

/** After the line that fills the piece; one long line is a piece of its own. */
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
