/** One branch of a tree of messages, each of which names the one before it. */
import { isRecord } from "../../platform/json.ts";

type Message = Readonly<Record<string, unknown>>;

/** From the root to the leaf; a cycle ends where it closes. Empty when there is no such leaf. */
export function branchUp(
  messages: Readonly<Record<string, unknown>>,
  leaf: unknown,
  parent: string,
): Message[] {
  const found: Message[] = [];
  const seen = new Set<string>();
  for (let at = leaf; typeof at === "string" && !seen.has(at); ) {
    seen.add(at);
    const message: unknown = Object.hasOwn(messages, at) ? messages[at] : undefined;
    if (!isRecord(message)) break;
    found.push(message);
    at = message[parent];
  }
  return found.reverse();
}
