/** The text that replaces the buttons once the ask is settled. */
import { DECISION_PHRASES, type DecisionWord } from "../../../../src/channels/decision-words.ts";
import type { DecisionInbound, Inbound, Source, ToolResultInbound } from "../../../../src/domain/inbound.ts";
import { wordsIn } from "../../../../src/domain/text/translated/in-language.ts";

const MOST_CHARACTERS = 200;

/** Stands under an open approval, with the words for the decisions it offers. */
export function howToDecide(words: readonly DecisionWord[], language: Source["language"]): string {
  const phrases = DECISION_PHRASES[language ?? "en"];
  const said = words.map((word) => `**${phrases[word]}**`);
  const last = said.at(-1) ?? "";
  return wordsIn(language)(`Answer ${said.slice(0, -1).join(", ")} or ${last}.`);
}

const HOW_TO_DECIDE = Object.values(DECISION_PHRASES).map(
  ({ allow_once, deny }) => new RegExp(`[^\\n]*\\*\\*${allow_once}\\*\\*[^\\n]*\\*\\*${deny}\\*\\*[^\\n]*$`),
);

/** The text without its line on how to decide. */
export function withoutHowToDecide(text: string): string {
  return HOW_TO_DECIDE.reduce((rest, line) => rest.replace(line, ""), text.trim()).trim();
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
