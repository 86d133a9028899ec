/** Custom instructions of a person, as a section of the prompt or as lines beside a message. */

import { harmless } from "../../domain/text/foreign-text.ts";
import type { Preferences } from "../../people/preferences.ts";

export type CustomInstructions = Pick<Preferences, "about_me" | "answer_style" | "custom_instructions">;

/** Section for conversations that the person alone reads; empty without instructions, or while they are switched off. */
export function instructionSection(instructions: CustomInstructions): string {
  const words = wordsIn(instructions);
  return words === "" ? "" : `# Custom instructions of the person you talk to\n\n${INTRODUCTION}\n\n${words}`;
}

/** The instructions without a heading, for a message of several people's conversation; empty as above. */
export function wordsIn({ about_me, answer_style, custom_instructions }: CustomInstructions): string {
  if (custom_instructions === false) return "";
  const words = [
    about_me && `What to know about them:\n${about_me}`,
    answer_style && `How to answer them:\n${answer_style}`,
  ];
  return harmless(words.filter(Boolean).join("\n\n"), PLATFORM_TAGS);
}

/** Tags that only the platform writes. */
const PLATFORM_TAGS = ["said", "untrusted", "context", "notice", "summary"];

const INTRODUCTION =
  "They wrote this in their settings, for all their conversations. Follow it unless their message says otherwise, and mention it only when it matters.";
