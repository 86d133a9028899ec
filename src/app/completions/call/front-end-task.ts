/** Requests that a front end makes for itself: titles, tags, follow-up questions, search queries. Nobody has said them. */

interface AskedTask {
  /** The message's text. */
  text: string;
  /** Number of messages before it. */
  earlier: number;
  /** Kind of task in the front end's header or metadata, if it names one. */
  named: string | undefined;
}

/** Words that stand together in the prompts that front ends come with; all of one group have to be there. */
const PROMPTS: readonly (readonly RegExp[])[] = [
  // Open WebUI: title, tags, follow-ups, queries, emoji, autocompletion, picture prompts.
  [/^### Task:\n/, /^### (?:Output|Guidelines|Chat History|Context|Instruction):?/m, /<\/?chat_history>/],
  [/^### Task:\nYou are an autocompletion system\./],
  [/^Your task is to reflect the speaker's likely facial expression through a fitting emoji\./],
  // LibreChat: titles, of which each version words the prompt a little differently.
  [/^Provide a concise, 5-word-or-less title for the conversation/, /only return the title itself/i],
  [/^Analyze this conversation and provide:/, /title in the detected language/i],
  [/^Please generate a concise title \(max 40 characters\) for a conversation that starts with/],
];

/** A named task is one; without a name, words of a prompt without a history are. */
export function isFrontEndTask({ text, earlier, named }: AskedTask): boolean {
  if (named !== undefined && named !== "") return true;
  const words = text.replaceAll("\r\n", "\n").trim();
  return earlier === 0 && PROMPTS.some((marks) => marks.every((mark) => mark.test(words)));
}
