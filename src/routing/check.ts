/**
 * What an input names is looked up before a conversation takes it in: files, and the agent that is to answer. The one
 * check for every way in: the front door's, and a socket's, whose frames come to the conversation itself.
 */

import { isMode, noSuchMode } from "../domain/conversation/mode.ts";
import { type Inbound, type Refused, refused, type UserMessage } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { type AgentLookup, namesAgent, withAgent } from "./answering-agent.ts";
import { describeFiles, type FileLookup, namesFiles } from "./described-files.ts";

export interface InboundLookups extends AgentLookup, FileLookup {}

/** Whether there is anything to look up: most inputs need not wait. */
export function needsCheck(inbound: Inbound): inbound is UserMessage {
  return (
    inbound.type === "user_message" &&
    (namesFiles(inbound) || namesAgent(inbound) || inbound.mode !== undefined)
  );
}

/** The conversation that the message goes to, and who sends it there. Each is asked only where it matters. */
export interface Destination {
  who: Principal;
  /** Whose files may be named. */
  owner(): string | Promise<string>;
  /** There the agent of a message is a wish, which the room itself judges. */
  isRoom(): boolean | Promise<boolean>;
}

/** `who` hands it in. What comes back is whole, or why it is not taken. */
export async function check(
  lookups: InboundLookups,
  { owner, isRoom, who }: Destination,
  message: UserMessage,
): Promise<UserMessage | Refused> {
  const { mode } = message;
  if (mode !== undefined && !isMode(mode)) return refused("malformed", noSuchMode(mode));
  const isAgents = namesAgent(message) && !(await isRoom());
  const answered = isAgents ? await withAgent(lookups, message, who) : message;
  if ("refusal" in answered || !namesFiles(answered)) return answered;
  return describeFiles(lookups, await owner(), answered);
}
