/** Indexes workspace files and uploads for search: one job for each write or removal. */

import { z } from "zod";
import type { ReadPdf } from "../agent/ports/pdf.ts";
import { override } from "../domain/override.ts";
import type { Unread } from "../domain/text/document-reading.ts";
import type { Trust } from "../domain/trust.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { fileText, mayHoldText, readFile } from "../tools/files/file-text.ts";
import type { Files, ReadScan } from "../tools/files/port.ts";
import { OUTPUTS, type Workspace } from "../tools/workspace/port.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob } from "./job.ts";

export const INDEX_FILE: JobKind = {
  name: "memory.index_file",
  title: "Index workspace files",
  recurs: "file",
};
export const INDEX_UPLOAD: JobKind = {
  name: "memory.index_upload",
  title: "Index uploads",
  recurs: "file",
};

/** Expected longest write; one that takes longer than half of it enqueues a second job when it is done. */
const WRITTEN_WITHIN_MS = 2_000;
/** Repeated readings of a file that keeps changing; after that the later write's own job takes over. */
const READINGS = 3;

/** Loaded by the first file. */
const large = () => import("../tools/files/large-file/large-text.ts");

interface FileJobsDeps {
  readPdf: ReadPdf;
  memory: Pick<LongTermMemory, "indexFile" | "removeFile">;
  workspace: Pick<Workspace, "read">;
  files: Pick<Files, "get" | "open">;
  readScan: ReadScan;
  /** Tells whether scans are recognized without being asked for. */
  recognizesScans(): boolean;
}

export function createFileJobs(deps: FileJobsDeps): JobHandler[] {
  return [
    defineJob({
      kind: INDEX_FILE,
      schema: z.object({ path: z.string().min(1).max(1_000) }),
      run: ({ path }, { job, heartbeat }) => indexPath(deps, { owner: job.owner, path }, heartbeat),
    }),
    defineJob({
      kind: INDEX_UPLOAD,
      schema: z.object({ file_id: z.string().min(1).max(100) }),
      run: ({ file_id }, { job }) => indexUpload(deps, job.owner, file_id),
    }),
  ];
}

/**
 * Two jobs of one file may run at once, so each checks again that the version it indexed is still the current
 * one.
 */
async function indexPath(
  deps: FileJobsDeps,
  { owner, path }: { owner: string; path: string },
  heartbeat: () => Promise<void>,
): Promise<string> {
  let outcome = "";
  let indexed: string | undefined | null = null;
  for (let reading = 0; reading <= READINGS; reading++) {
    const file = await deps.workspace.read(owner, path);
    if (indexed !== null && file?.etag === indexed) break;
    await heartbeat();
    outcome =
      file === undefined
        ? await remove(deps, owner, path)
        : await index(deps, { owner, path, at: file.updated_at, trust: file.trust }, file);
    indexed = file?.etag;
  }
  return outcome;
}

async function indexUpload(deps: FileJobsDeps, owner: string, id: string): Promise<string> {
  const file = await deps.files.get(owner, id);
  if (file === undefined) return indexLarge(deps, owner, id);
  // The uploader may have the file from anywhere.
  const item = { owner, path: id, name: file.name, at: file.created_at, trust: "untrusted" as const };
  const read = await readFile(file, deps.readPdf);
  const text = isScan(read) ? await deps.readScan(file, deps.recognizesScans()) : read;
  return indexText(
    deps,
    item,
    typeof text === "string" ? await (await large()).withOutline(text, file) : undefined,
  );
}

/** The outline of a table that is too large to be read whole is found. */
async function indexLarge(deps: FileJobsDeps, owner: string, id: string): Promise<string> {
  const file = await deps.files.open(owner, id);
  if (file === undefined) return remove(deps, owner, id);
  const { name, created_at: at } = file;
  return indexText(
    deps,
    { owner, path: id, name, at, trust: "untrusted" },
    await (await large()).largeText(file),
  );
}

function isScan(read: string | Unread): boolean {
  return typeof read !== "string" && read.scan === "pdf";
}

interface IndexedItem {
  owner: string;
  path: string;
  name?: string;
  at: number;
  trust: Trust;
}

async function index(
  { memory, readPdf }: FileJobsDeps,
  item: IndexedItem,
  file: { bytes: Uint8Array; media_type: string },
): Promise<string> {
  const named = { ...file, id: item.path, name: item.path };
  const text = await fileText(named, readPdf);
  return indexText({ memory }, item, text && (await (await large()).withOutline(text, named)));
}

async function indexText(
  { memory }: Pick<FileJobsDeps, "memory">,
  item: IndexedItem,
  text: string | undefined,
): Promise<string> {
  if (text === undefined) {
    await memory.removeFile(item.owner, item.path);
    return `${item.path} holds no text`;
  }
  const { status, pieces } = await memory.indexFile({ ...item, text });
  return `${item.path} ${status}, ${pieces} ${pieces === 1 ? "piece" : "pieces"}`;
}

async function remove({ memory }: FileJobsDeps, owner: string, path: string): Promise<string> {
  await memory.removeFile(owner, path);
  return `${path} removed`;
}

interface WatchDeps {
  enqueue(job: NewJob): Promise<unknown>;
  /** ms since the epoch. */
  now(): number;
}

/**
 * Wraps a workspace so that changes are indexed. The job is enqueued before the file changes, so no crash
 * leaves a file that memory does not know; it becomes due after the change. A burst of writes to one file is
 * indexed once: while its job is still to come, no other is added.
 */
export function indexedWorkspace(workspace: Workspace, deps: WatchDeps): Workspace {
  const upcoming = new UpcomingIndexing();
  const changing = async <R>(owner: string, path: string, change: () => Promise<R>): Promise<R> => {
    if (path.startsWith(OUTPUTS)) return change();
    const started = deps.now();
    const file = `${owner}/${path}`;
    const job = async () => {
      const next = upcoming.nextFor(file, deps.now());
      if (next === undefined) return;
      await deps.enqueue({ kind: INDEX_FILE, owner, payload: { path }, run_after: next.due });
      upcoming.note(file, next);
    };
    await job();
    const result = await change();
    if (deps.now() - started > WRITTEN_WITHIN_MS / 2) await job();
    return result;
  };
  return override(workspace, {
    write: (owner, path, content) => changing(owner, path, () => workspace.write(owner, path, content)),
    remove: (owner, path) => changing(owner, path, () => workspace.remove(owner, path)),
  });
}

/**
 * Files with a pending index job, as far as this process enqueued it. A job enqueued elsewhere is unknown
 * here and costs one extra job.
 */
class UpcomingIndexing {
  private readonly known = new Map<string, { due: number; wait: number }>();

  /**
   * Time of the file's next job. Undefined: a pending job will read the file after a change that begins
   * now.
   */
  nextFor(file: string, now: number): { due: number; wait: number } | undefined {
    const last = this.known.get(file);
    if (last === undefined || last.due + last.wait < now) {
      return { due: now + WRITTEN_WITHIN_MS, wait: WRITTEN_WITHIN_MS };
    }
    if (last.due >= now + WRITTEN_WITHIN_MS / 2) return undefined;
    // The burst continues: the longer it lasts, the longer its next job is delayed.
    const wait = Math.min(2 * last.wait, LONGEST_WAIT_MS);
    return { due: now + wait, wait };
  }

  note(file: string, job: { due: number; wait: number }): void {
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(file, job);
  }
}

const LONGEST_WAIT_MS = 30_000;
const MOST_KNOWN = 1_000;

/** Wraps uploads so that they are indexed. `put` resolves only after its index job is enqueued. */
export function indexedFiles(files: Files, { enqueue }: WatchDeps): Files {
  const job = (owner: string, file_id: string) =>
    enqueue({ kind: INDEX_UPLOAD, owner, payload: { file_id } });
  return override(files, {
    async put(owner, file) {
      const stored = await files.put(owner, file);
      if (mayHoldText(file.media_type)) await job(owner, stored.id);
      return stored;
    },
    async remove(owner, id) {
      const removed = await files.remove(owner, id);
      if (removed) await job(owner, id);
      return removed;
    },
  });
}
