/**
 * Downloads files that people send in a chat and makes them parts of their message, like uploaded files. A file that
 * could not be downloaded is described in words, so that the agent can tell its person.
 */

import { AppError } from "../domain/errors.ts";
import type { RemoteFile, UserMessage } from "../domain/inbound.ts";
import type { MediaPart, Part } from "../domain/message.ts";
import { fileName } from "../domain/text/file-name.ts";
import { oneLine } from "../domain/text/hidden-text.ts";
import { type Room, readWithin } from "./bounded-bytes.ts";
import type { ChannelPort } from "./channel.ts";

const MEGABYTE = 1024 * 1024;

/** `bytes_of_all` bounds all files of a message together: they are held in memory at the same time. */
export const SENT_FILES = {
  most: 10,
  bytes: 20 * MEGABYTE,
  bytes_of_all: 40 * MEGABYTE,
  within_ms: 30_000,
} as const;

/** Most bytes that the message's files may have. */
export function weightOf({ attachments = [] }: UserMessage): number {
  const bytes = attachments.map(({ size = SENT_FILES.bytes }) => Math.min(size, SENT_FILES.bytes));
  return Math.min(
    bytes.reduce((sum, each) => sum + each, 0),
    SENT_FILES.bytes_of_all,
  );
}

/** `reason`: the end of a sentence. */
type VoiceTranscript = { ok: true; text: string } | { ok: false; reason: string };

export interface Fetching {
  /** The download method of the message's channel; absent: it cannot download. */
  download: ChannelPort["download"];
  /** Stores a file. May reject; the reason of an `AppError` is told to the agent. */
  keep(file: { name: string; media_type: string; bytes: Uint8Array }): Promise<MediaPart>;
  /** Transcribes speech. Absent: no transcription is available. Never rejects. */
  hear?(file: { media_type: string; bytes: Uint8Array }): Promise<VoiceTranscript>;
  /** Time limit for all files together. */
  signal: AbortSignal;
}

/** Returns the message with its files, or with notes about those that failed. Never rejects. */
export async function withSentFiles(
  fetching: Fetching,
  { attachments = [], ...message }: UserMessage,
): Promise<UserMessage> {
  const room: Room = { left: SENT_FILES.bytes_of_all };
  const taken = await Promise.all(
    attachments.map((file, index) =>
      index < SENT_FILES.most ? fetchFile(fetching, file, room) : missed(file, TOO_MANY),
    ),
  );
  const files = taken.flatMap(({ part }) => (part ? [part] : []));
  const notes = taken.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return { ...message, parts: [...message.parts, ...files, ...noted(message.parts, notes)] };
}

/** Returns the message with notes in place of its files. `reason`: the end of a sentence. */
export function withoutFiles({ attachments = [], ...message }: UserMessage, reason: string): UserMessage {
  const notes = attachments.map((file) => noteOf(file, reason));
  return { ...message, parts: [...message.parts, ...noted(message.parts, notes)] };
}

const TOO_MANY = `only the first ${SENT_FILES.most} files of a message are fetched.`;
const TOO_LARGE = `files of up to ${SENT_FILES.bytes / MEGABYTE} MB are fetched, and ${SENT_FILES.bytes_of_all / MEGABYTE} MB of one message.`;
const UNREAD = {
  too_large: TOO_LARGE,
  too_late: "it took too long. Send it again, or a smaller one.",
  broken: "the connection broke. Send it again.",
} as const;

interface Fetched {
  part?: MediaPart;
  note?: string;
}

async function fetchFile(fetching: Fetching, file: RemoteFile, room: Room): Promise<Fetched> {
  if ((file.size ?? 0) > SENT_FILES.bytes) return missed(file, TOO_LARGE);
  if (!fetching.download) return missed(file, "this channel doesn't provide files.");
  try {
    return await downloaded(fetching, file, room);
  } catch (problem) {
    return missed(file, problem instanceof AppError ? problem.reason : "it could not be stored.");
  }
}

async function downloaded(
  { download, keep, hear, signal }: Fetching,
  file: RemoteFile,
  room: Room,
): Promise<Fetched> {
  const got = await download?.(file, signal);
  if (signal.aborted && got?.status !== "ready") return missed(file, UNREAD.too_late);
  if (got?.status !== "ready") return missed(file, got?.reason ?? "it doesn't exist.");
  const read = await readWithin(got.body, { most: SENT_FILES.bytes, room }, signal);
  if (read.status !== "read") return missed(file, UNREAD[read.status]);
  if (read.bytes.length === 0) return missed(file, "it is empty.");
  const name = nameOf(got.name ?? file.name);
  const media_type = plainType(got.media_type ?? file.media_type);
  const part = await keep({ name, media_type, bytes: read.bytes });
  if (!file.is_voice) return { part };
  return { part, note: transcriptNote(name, await hear?.({ media_type, bytes: read.bytes })) };
}

/** Transcripts are marked as such: a machine wrote them and may have misheard. */
function transcriptNote(name: string, transcript: VoiceTranscript | undefined): string {
  if (transcript?.ok) return `[voice message, transcribed]\n${transcript.text}`;
  if (transcript)
    return `[${name} is a voice message that could not be understood: ${oneLine(transcript.reason)}]`;
  return `[${name} is a voice message. What it says is not written down.]`;
}

const KINDS = { image: "An image", audio: "A recording", file: "A file" } as const;

function missed(file: RemoteFile, reason: string): Fetched {
  return { note: noteOf(file, reason) };
}

function noteOf({ name, type, is_voice }: RemoteFile, reason: string): string {
  const what = is_voice ? "A voice message" : KINDS[type];
  return `[${what}, ${nameOf(name)}, could not be fetched: ${oneLine(reason)}]`;
}

function nameOf(name: string): string {
  return fileName(name, "without a name");
}

/** The media type without parameters such as a recording's codec. */
function plainType(mediaType: string): string {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

/** Notes follow the person's own words. */
function noted(parts: readonly Part[], notes: readonly string[]): Part[] {
  if (notes.length === 0) return [];
  const hasWords = parts.some((part) => part.type === "text" && part.text !== "");
  return [{ type: "text", text: `${hasWords ? "\n\n" : ""}${notes.join("\n")}` }];
}
