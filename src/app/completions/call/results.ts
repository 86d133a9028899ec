/** A program's results of the calls that a turn made to its tools: they go to the conversation that their ids name. */

import type { ConversationId } from "../../../domain/ids.ts";
import type { ClientResultsInbound } from "../../../domain/inbound.ts";
import type { ClientResult } from "../../../domain/program/client-tools.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import type { ApiContext } from "../../http/api.ts";

import type { Talk } from "./talk.ts";
import { readWireId } from "./wire-ids.ts";

interface CalledHere {
  conversation: ConversationId;
  results: ClientResult[];
}

/** Undefined: the calls were made elsewhere. */
export function resultsHere({ results }: Talk): CalledHere | undefined {
  const called = results.flatMap(({ call_id, ...result }) => {
    const here = readWireId(call_id);
    return here ? [{ ...here, result }] : [];
  });
  const [first] = called;
  if (!first) return undefined;
  const same = called.filter(({ conversation }) => conversation === first.conversation);
  return {
    conversation: first.conversation,
    results: same.map(({ id, result }) => ({ call_id: id, ...result })),
  };
}

/** Input with the results. Results that a library sends again are the same input, and get the same answer. */
export async function resultsInbound(
  context: ApiContext,
  { results }: CalledHere,
  { text, media }: Talk,
): Promise<ClientResultsInbound> {
  const principal = context.get("principal");
  const key = await sha256Hex(JSON.stringify(results));
  return {
    type: "client_results",
    key: `completions:${principal.owner}:results:${key}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    results,
    actor: principal,
    // Newer words of the person get an answer of their own.
    ...((text.trim() !== "" || media.length > 0) && { ends: true as const }),
  };
}
