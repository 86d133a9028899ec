/** The text that replaces the buttons once the ask is settled. */
import type { DecisionWord } from "../../../../src/channels/decision-words.ts";
import type { DecisionInbound, Inbound, ToolResultInbound } from "../../../../src/domain/inbound.ts";

const MOST_CHARACTERS = 200;

/** Stands under an open approval, with the words for the decisions it offers. */
export function howToDecide(words: readonly DecisionWord[]): string {
  const said = words.map((word) => `**${phraseOf(word)}**`);
  return `Answer ${said.slice(0, -1).join(", ")} or ${said.at(-1)}.`;
}

/** The text without its line on how to decide. */
export function withoutHowToDecide(text: string): string {
  return text.replace(/Answer \*\*allow\*\*[^\n]*\*\*deny\*\*\.\s*$/, "").trim();
}

function phraseOf(word: DecisionWord): string {
  return word === "allow_once" ? "allow" : word.replaceAll("_", " ");
}

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
    case "task":
      return `Allowed for this task${byWhom(inbound)}.`;
    case "conversation":
      return `Allowed in this conversation${byWhom(inbound)}.`;
    case "today":
      return `Allowed until midnight${byWhom(inbound)}.`;
    case "ten":
      return `Allowed ten times${byWhom(inbound)}.`;
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
