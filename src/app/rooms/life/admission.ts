/** Admission to a visit: messages of limited length and number, while the visit is open. */
import type { Admission } from "../../../../durable-objects/conversation/inbox/acceptance/ports.ts";
import { type RefusedInput, refuseInput } from "../../../domain/conversation/receipt.ts";
import type { Inbound, UserMessage } from "../../../domain/inbound.ts";
import { textOf } from "../../../domain/message.ts";
import { isFull } from "../../../domain/visit/clock.ts";
import { isClosed, type Visit } from "../../../domain/visit.ts";
import { helpWithoutCast } from "../../../rooms/crisis/help.ts";

export const visitAdmission: Admission = ({ meta, visits }, inbound) => {
  if (meta.room === null || !isPersons(inbound)) return undefined;
  const visit = visits.current;
  if (!visit) return refuseInput("closed", "This visit has ended. Start a new one in the room.");
  const refused = refusalIn(visit, inbound);
  return refused && withHelp(refused, visit, inbound);
};

/** Whoever may be in danger is told where help is, also when the room does not take their message. */
function withHelp(refused: RefusedInput, visit: Visit, inbound: Inbound): RefusedInput {
  if (inbound.type !== "user_message") return refused;
  const help = helpWithoutCast(visit, { decided: undefined, words: textOf(inbound.parts) });
  return help === undefined ? refused : { ...refused, reason: `${help}\n\n${refused.reason}` };
}

function refusalIn(visit: Visit, inbound: Inbound): RefusedInput | undefined {
  if (isClosed(visit.status) || isFull(visit) || hasLeft(visit, inbound))
    return refuseInput("closed", visit.start.room.sayings.come_back);
  return inbound.type === "user_message" ? unfit(visit, inbound) : NOT_AGAIN;
}

/** Whether this person has left a visit that goes on for the others. */
function hasLeft({ left }: Visit, inbound: Inbound): boolean {
  return inbound.type === "user_message" && inbound.actor !== undefined && inbound.actor.owner in left;
}

const NOT_AGAIN = refuseInput(
  "forbidden",
  "What was said in a room stays said: nothing is answered a second time.",
);

/** Inputs that lead to a model call. A halt, an answer or a notice is always admitted. */
function isPersons(inbound: Inbound): boolean {
  return (
    inbound.type === "user_message" || (inbound.type === "command" && inbound.command.name === "regenerate")
  );
}

function unfit(
  { start: { room } }: Visit,
  { parts, parent_id, agent }: UserMessage,
): RefusedInput | undefined {
  const { message_chars } = room.limits;
  const length = [...textOf(parts)].length;
  if (length > message_chars)
    return refuseInput(
      "too_large",
      `A message has at most ${message_chars} characters here, and this one has ${length}. Say it in fewer words, or in two messages.`,
    );
  if (parts.some(({ type }) => type !== "text"))
    return refuseInput("malformed", "You can't send files in this room.");
  if (parent_id !== undefined) return NOT_AGAIN;
  if (agent !== undefined && !room.cast.includes(agent))
    return refuseInput("not_found", `There is no ${agent} in this room. Here are: ${room.cast.join(", ")}.`);
  return undefined;
}
