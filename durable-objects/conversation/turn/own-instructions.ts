/** Custom instructions in a turn: only those of the person whom it answers. */

import { attributeMessage } from "../../../src/agent/context/attribution.ts";
import {
  type CustomInstructions,
  instructionSection,
  wordsIn,
} from "../../../src/agent/context/custom-instructions.ts";
import type { Turn } from "../../../src/agent/turn.ts";
import { plainName } from "../../../src/domain/conversation/voices.ts";
import type { Message } from "../../../src/domain/message.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";

interface TurnInstructions {
  /** Text for the cached part of the prompt. Empty: none. */
  section: string;
  /** Text for the dynamic block. */
  lines: readonly string[];
}

const NONE: TurnInstructions = { section: "", lines: [] };

/** Fields of a turn that decide about instructions. */
type Answered = Pick<Turn, "actor" | "answer_id" | "is_owners" | "owner" | "read_by">;

/**
 * The owner's alone stand in the cached part. With other readers, those of the speaker stand on the newest message, marked
 * as theirs: the next one may be somebody else's. A program that brings its own instructions, and a child, get none.
 */
export function ownInstructions(
  turn: Answered,
  instructions: CustomInstructions,
  { messages, isChild }: { messages: readonly Message[]; isChild: boolean },
): TurnInstructions {
  if (isChild || messages.some(isOfProgram)) return NONE;
  const { actor, answer_id, is_owners, owner, read_by } = turn;
  if (is_owners && read_by === undefined) return { section: instructionSection(instructions), lines: [] };
  const words = actor?.person == null ? "" : wordsIn(instructions);
  if (words === "" || !actor) return NONE;
  const who = actor.person === owner ? ("owner" as const) : ("person" as const);
  const voice = { name: plainName(actor.name ?? "") || "somebody", who };
  const said = attributeMessage(voice, words, { mark: markOf(answer_id) });
  return { section: "", lines: ["Custom instructions of the person whose message you answer:", said] };
}

function isOfProgram({ parts }: Message): boolean {
  return parts.some((part) => part.type === "text" && part.is_program === true);
}
