/** The notice of a due reminder: an instruction to the agent, and the words that the person is shown. */

const INSTRUCTION = "A reminder that was set earlier is due now. Tell the person: ";

export function reminderNotice(words: string): string {
  return INSTRUCTION + words;
}

/** Undefined when the text is no such notice. */
export function reminderWords(text: string): string | undefined {
  return text.startsWith(INSTRUCTION) ? text.slice(INSTRUCTION.length) : undefined;
}
