/** Shared links with their snapshots: rows for the links, files for what strangers read. */

import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Message } from "../domain/message.ts";
import { bytesOf } from "../platform/bytes.ts";
import type { FileContent, Files } from "../tools/files/port.ts";
import {
  type LinkRows,
  type SharedContents,
  type SharedLink,
  type StoredLink,
  withoutFiles,
} from "./link.ts";
import { type Copies, type SharedSnapshot, snapshotOf, wantedFiles } from "./snapshot.ts";

/** Links per person. */
const MOST_LINKS = 500;
const MOST_FILES = 100;
const MOST_FILE_BYTES = 50_000_000;
const MOST_SNAPSHOT_BYTES = 4_000_000;
/** Links that one sweep removes. */
const SWEPT = 200;

export interface SharedLinksDeps {
  rows: LinkRows;
  files: Files;
  ids: Ids;
  now(): number;
}

/** The conversation as it stands now; `messages` as `shareable` returns them. */
export interface SharedSource {
  title: string;
  messages: readonly Message[];
}

export type NewLink = SharedContents &
  Pick<SharedLink, "owner" | "conversation_id" | "message_id" | "expires_at">;

export class SharedLinks {
  readonly rows: LinkRows;
  private readonly deps: SharedLinksDeps;

  constructor(deps: SharedLinksDeps) {
    this.deps = deps;
    this.rows = deps.rows;
  }

  /** Returns the token, which is never shown again. Throws an AppError when there is too much to share. */
  async create(asked: NewLink, source: SharedSource): Promise<{ link: SharedLink; token: string }> {
    if ((await this.rows.count(asked.owner)) >= MOST_LINKS)
      throw new AppError(
        "conflict",
        `You have ${MOST_LINKS} shared links: revoke one that you no longer need.`,
      );
    const [id, now] = [this.deps.ids.create("lnk"), this.deps.now()];
    const kept = await this.keep({ ...asked, id }, source);
    const link = { ...asked, ...kept, id, created_at: now, updated_at: now };
    try {
      const token = await this.rows.add(link);
      return { link: withoutFiles(link), token };
    } catch (problem) {
      await this.removeFiles(id, kept.files);
      throw problem;
    }
  }

  /** Replaces the snapshot by a newer one. The link's address stays. Throws an AppError. */
  async update(link: StoredLink, source: SharedSource): Promise<SharedLink> {
    const update = { ...(await this.keep(link, source)), updated_at: this.deps.now() };
    const isReplaced = await this.rows.replace(link, update);
    await this.removeFiles(link.id, isReplaced ? link.files : update.files);
    if (isReplaced) return withoutFiles({ ...link, ...update });
    throw new AppError("conflict", "This link was updated or revoked meanwhile. Look at it again.");
  }

  /** Ends the link at once and removes all that it showed. Idempotent. */
  async revoke({ id, files }: StoredLink): Promise<void> {
    await this.rows.end(id);
    await this.removeFiles(id, files);
    await this.rows.remove(id);
  }

  async revokeAll(links: readonly StoredLink[]): Promise<void> {
    for (const link of links) await this.revoke(link);
  }

  /** Removes links that have expired or whose owners are gone. */
  async sweep(): Promise<number> {
    const stale = await this.rows.stale(SWEPT);
    await this.revokeAll(stale);
    return stale.length;
  }

  async read(link: StoredLink): Promise<SharedSnapshot | undefined> {
    const file = await this.deps.files.get(keeperOf(link.id), link.files[0] ?? "");
    return file && (JSON.parse(new TextDecoder().decode(file.bytes)) as SharedSnapshot);
  }

  /** A file that the snapshot shows. */
  async file(link: StoredLink, id: string): Promise<FileContent | undefined> {
    if (!link.files.slice(1).includes(id)) return undefined;
    return this.deps.files.get(keeperOf(link.id), id);
  }

  /** Stores a snapshot. Throws an AppError, and then leaves nothing. */
  private async keep(link: SharedContents & Pick<SharedLink, "id" | "owner">, source: SharedSource) {
    const copies = new Map<string, string>();
    try {
      await this.copyFiles(link, source, copies);
      const snapshot = snapshotOf(source, link, copies);
      const kept = await this.deps.files.put(keeperOf(link.id), asFile(snapshot));
      const { title, messages } = snapshot;
      return { title, messages: messages.length, files: [kept.id, ...copies.values()] };
    } catch (problem) {
      await this.removeFiles(link.id, [...copies.values()]);
      throw problem;
    }
  }

  private async copyFiles(
    link: SharedContents & Pick<SharedLink, "id" | "owner">,
    { messages }: SharedSource,
    copies: Map<string, string>,
  ): Promise<Copies> {
    const { files } = this.deps;
    const wanted = wantedFiles(messages, link);
    let bytes = 0;
    for (const { id, owner = link.owner } of wanted) {
      const file = await files.get(owner, id);
      bytes += file?.size ?? 0;
      if (wanted.length > MOST_FILES || bytes > MOST_FILE_BYTES) throw tooLarge("files");
      if (file === undefined) continue;
      const { name, media_type } = file;
      copies.set(id, (await files.put(keeperOf(link.id), { name, media_type, bytes: file.bytes })).id);
    }
    return copies;
  }

  private async removeFiles(id: string, files: readonly string[]): Promise<void> {
    for (const file of files) await this.deps.files.remove(keeperOf(id), file);
  }
}

/** Owner of the files of a link, under a name that no person can have. */
function keeperOf(id: string): string {
  return `link:${id}`;
}

function asFile(snapshot: SharedSnapshot) {
  const bytes = bytesOf(JSON.stringify(snapshot));
  if (bytes.length > MOST_SNAPSHOT_BYTES) throw tooLarge("messages");
  return { name: "snapshot.json", media_type: "application/json", bytes };
}

function tooLarge(what: "files" | "messages"): AppError {
  const instead =
    what === "files" ? "Share it without files, or share one answer." : "Share one answer of it instead.";
  return new AppError("payload_too_large", `This conversation has too many ${what} for a link. ${instead}`);
}
