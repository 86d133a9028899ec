/** Tells a conversation that a person has edited a file beside it. */
import { authorOf } from "../../../channels/web/inbound-of-frame.ts";
import { AppError } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import { decodeText } from "../../../domain/text/decode-text.ts";
import { shortDiff } from "../../../domain/text/short-diff.ts";
import type { Trust } from "../../../domain/trust.ts";
import type { StoredFile } from "../../../tools/workspace/port.ts";
import type { ApiContext } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";

export interface FileEdit {
  /** Undefined: the file is new. */
  before: StoredFile | undefined;
  path: string;
  bytes: Uint8Array;
  version: number;
  trust: Trust;
}

/** Throws for text that is no conversation's id. */
export function toldConversation(text: string): string {
  const id = parseId("cnv", text);
  if (!id) throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
  return id;
}

/**
 * Never rejects: the file is written, and its author keeps an agent from writing over it unread where the conversation was
 * not told.
 */
export async function tellEdit(context: ApiContext, conversation: string, edit: FileEdit): Promise<void> {
  const { frontDoor, ids, log } = servicesOf(context);
  const { path, version, trust } = edit;
  const inbound = {
    type: "file_edit" as const,
    key: ids.create("inb"),
    ...authorOf({ principal: context.get("principal") }),
    path,
    version,
    diff: diffOf(edit),
    ...(trust === "untrusted" && { trust }),
  };
  try {
    const entered = await frontDoor.enter(arrivalOf(context, { conversation }, inbound));
    if (!entered.ok) log.warn("file_edit_refused", { conversation, problem: entered.failure.reason });
  } catch (problem) {
    log.warn("file_edit_not_told", { conversation, problem: String(problem) });
  }
}

function diffOf({ before, bytes }: FileEdit): string {
  const old = before === undefined ? "" : decodeText(before.bytes);
  const young = decodeText(bytes);
  return old === undefined || young === undefined ? "" : shortDiff(old, young);
}
