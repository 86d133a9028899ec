/** Conversations in the JSON files of an export, whichever program wrote it. */
import { parseJson } from "../../platform/json.ts";
import { pause } from "../../platform/pause.ts";
import type { ImportFile } from "../files/byte-source.ts";
import { type JsonPiece, linesOf, valuesOf } from "../files/json-values.ts";
import { readClaudeExtras } from "../forms/claude-extras.ts";
import { isActivity, timeSaid } from "../forms/gemini.ts";
import { readLobeHub } from "../forms/lobehub.ts";
import { readSession } from "../homes/sessions.ts";
import { readImportedConversations } from "../imported-conversation.ts";
import type { Finding, LeftItem, LeftReason } from "../item.ts";
import { type SourceReader, type Unit, unitOf } from "../units.ts";

/** Bytes of one conversation, which is parsed at once. */
const MOST_OF_ONE = 12_000_000;
/** Bytes of an export that is one object. */
const MOST_OF_WHOLE = 24_000_000;
/** ChatGPT's file, which is split when it is large, Nightjar's own files, and Gemini's among other activity of Google. */
const IS_CONVERSATIONS =
  /(?:^|\/)conversations(?:-\d+)?\.json$|(?:^|\/)conversations\/cnv_\w+\.json$|(?:^|\/)[^/]*gemini[^/]*\/[^/]+\.json$/i;
/** Takeout's usual form, whose dates are written in the language of the account. */
const IS_ACTIVITY_PAGE = /(?:^|\/)[^/]*gemini[^/]*\/[^/]+\.html$/i;
/** Files that stand beside Claude's conversations. */
const IS_EXTRA = /(?:^|\/)(?:memories|projects)\.json$|(?:^|\/)projects\/[\w-]+\.json$/;
/** Sessions that Hermes has exported from its database. */
const HERMES = { format: "hermes", folder: "Hermes" };
const IS_JSON = /\.jsonl?$/i;
/** Activities within half an hour of each other are one conversation. */
const GAP_MS = 30 * 60_000;

export const conversationFiles: SourceReader = {
  fits: () => true,
  async *units({ name, files }) {
    const named = files.filter(({ path }) => IS_CONVERSATIONS.test(path));
    const extras = named.length > 0 ? files.filter(({ path }) => IS_EXTRA.test(path)) : [];
    // Programs without a name of their own for it: any JSON file may be one.
    const read = named.length > 0 ? [...named, ...extras] : files.filter(({ path }) => IS_JSON.test(path));
    for (const file of read) yield* unitsOfFile(file);
    if (read.length > 0) return;
    const isPage = files.some(({ path }) => IS_ACTIVITY_PAGE.test(path));
    yield unitOf(left(name, isPage ? "page_not_json" : "unknown_form", "file"));
  },
};

function left(title: string, why: LeftReason, kind: LeftItem["kind"] = "conversation"): LeftItem {
  return { kind, title, why };
}

/** Conversations of one file, each a unit. */
export async function* unitsOfFile(file: ImportFile): AsyncGenerator<Unit, void> {
  let isOfActivities: boolean | undefined;
  try {
    const isOfLines = file.path.toLowerCase().endsWith(".jsonl");
    const pieces = isOfLines
      ? linesOf(file.bytes(), MOST_OF_ONE)
      : valuesOf(file.bytes(), MOST_OF_ONE, MOST_OF_WHOLE);
    for await (const piece of pieces) {
      isOfActivities ??= piece instanceof Uint8Array && isActivity(jsonOf(piece));
      if (isOfActivities) return yield* sittings(piece, pieces);
      yield unitOfPiece(piece, file.path);
      await pause(0);
    }
  } catch {
    yield unitOf(left(file.path, "damaged", "file"));
  }
}

function unitOfPiece(piece: JsonPiece, path: string): Unit {
  if (piece === "too_long") return unitOf(left(path, "too_long"));
  if (piece === "broken") return unitOf(left(path, "not_json", "file"));
  return { size: piece.length, findings: () => findingsIn(jsonOf(piece), path) };
}

function jsonOf(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(bytes));
}

function findingsIn(json: unknown, path: string): Finding[] {
  if (json === undefined) return [left(path, "not_json", "file")];
  const past = readImportedConversations(json);
  if (past === undefined) return otherFindings(json) ?? [left(path, "unknown_form")];
  if (past === "too_long") return [left(path, "too_long")];
  if ("problem" in past) return [left(past.title, "no_words")];
  return [{ kind: "conversation", format: past.source.split(":", 1)[0] ?? "", value: past }];
}

/** Forms that hold more than one conversation, or something else. */
function otherFindings(json: unknown): Finding[] | undefined {
  return readClaudeExtras(json) ?? readLobeHub(json) ?? readSession(json, HERMES);
}

/** Activities stand in the order of time, the newest first. */
async function* sittings(first: JsonPiece, rest: AsyncIterable<JsonPiece>): AsyncGenerator<Unit, void> {
  let sitting: { values: unknown[]; at: number; size: number } | undefined;
  const unit = ({ values, size }: NonNullable<typeof sitting>): Unit => ({
    size,
    findings: () => findingsIn(values.toReversed(), "Gemini"),
  });
  for await (const piece of withFirst(first, rest)) {
    const value = piece instanceof Uint8Array ? jsonOf(piece) : undefined;
    const at = timeSaid(value);
    if (at === undefined || !(piece instanceof Uint8Array)) continue;
    if (sitting && Math.abs(sitting.at - at) > GAP_MS) {
      yield unit(sitting);
      sitting = undefined;
    }
    const before: NonNullable<typeof sitting> = sitting ?? { values: [], at, size: 0 };
    sitting = { values: [...before.values, value], at, size: before.size + piece.length };
  }
  if (sitting) yield unit(sitting);
}

async function* withFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}
