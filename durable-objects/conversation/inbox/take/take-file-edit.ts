/**
 * A person's edit of a file beside the conversation: it stands on the branch as a notice, which the agent reads with the
 * next message. It starts no turn.
 */
import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { FileEditInbound } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { harmless, harmlessLine, OURS } from "../../../../src/domain/text/foreign-text.ts";
import { oneLine } from "../../../../src/domain/text/hidden-text.ts";
import { queueAfterWork } from "../../ledger/after-work.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { addMessage } from "../acceptance/new-turn.ts";

/** Limit for a path, and for a name. */
const MOST_SHOWN = 200;

export function takeFileEdit({ store, deps, now }: Acceptance, inbound: FileEditInbound): TakeResult {
  // The agent works on the owner's workspace: an edit of somebody else's file is no news here.
  if (inbound.actor?.owner !== store.meta.owner) return NOT_THEIRS;
  const message: Message = {
    id: deps.ids.create("msg"),
    parent_id: tailOf(store),
    role: "system",
    parts: [{ type: "text", text: wordsOf(inbound) }],
    status: "complete",
    created_at: new Date(now).toISOString(),
    ...(inbound.trust === "untrusted" && { trust: "untrusted" }),
  };
  addMessage(store, message, null);
  store.meta.head = message.id;
  store.meta.revision += 1;
  queueAfterWork(store, { costs: [], message_ids: [] });
  return { turn_id: null, message_id: message.id, events: [{ type: "message", message }] };
}

const NOT_THEIRS = refuseInput("forbidden", "Only the owner's files are worked on in this conversation.");

function wordsOf({ actor, path, version, diff }: FileEditInbound): string {
  const who = harmlessLine(oneLine(actor?.name || "The person", MOST_SHOWN));
  const file = harmlessLine(oneLine(path, MOST_SHOWN));
  const said = `${who} edited ${file} (version ${version}).`;
  return diff === "" ? said : `${said}\n\n\`\`\`diff\n${harmless(diff, OURS)}\n\`\`\``;
}
