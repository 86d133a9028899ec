/** The text that replaces the buttons once the ask is settled. */
import type { DecisionInbound, Inbound, ToolResultInbound } from "../../../../src/domain/inbound.ts";

const MOST_CHARACTERS = 200;

/** Stands under an open approval. */
export const HOW_TO_DECIDE = "Answer **allow**, **always** or **deny**.";

/** Settled by something other than an answer, such as a stopped turn. */
export const SETTLED = "This is settled.";

export type Settling = DecisionInbound | ToolResultInbound;

export function outcomeOf(inbound: Settling): string {
  return inbound.type === "decision" ? decided(inbound) : answered(inbound);
}

function decided(inbound: DecisionInbound): string {
  switch (inbound.decision) {
    case "once":
      return `Allowed${byWhom(inbound)}.`;
    case "always":
      return `Allowed for good${byWhom(inbound)}.`;
    case "deny":
      return `Denied${byWhom(inbound)}.`;
    case "expired":
      return "Nobody decided in time.";
  }
}

function answered(inbound: ToolResultInbound): string {
  if (inbound.expired) return "Nobody answered in time.";
  const words = inbound.content.replace(/\s+/g, " ").trim();
  const characters = [...words];
  const first = characters.slice(0, MOST_CHARACTERS).join("");
  return `Answered${byWhom(inbound)}: ${characters.length > MOST_CHARACTERS ? `${first}…` : first}`;
}

function byWhom({ actor, source }: Pick<Inbound, "actor" | "source">): string {
  const name = actor?.name || source.sender_name;
  return name ? ` by ${name}` : "";
}
