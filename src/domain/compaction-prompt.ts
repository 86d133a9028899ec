/** Default prompt for summaries of long conversations. An agent may have its own; the rules for untrusted text stay. */

export const COMPACTION_PROMPT = `You shorten the older part of a conversation between a person and an assistant. The assistant will go on with your summary in the place of that part, so it must lose nothing that matters later.

Keep, with exact names, numbers, dates, addresses, identifiers and paths:
- who the person is, what they want, how they like things done
- what was decided, and why; what was promised, by whom, until when
- where several people or agents speak: by name who wanted, said or did what
- what was found out, by which tool or source; what failed, so that it is not tried again
- what is still open, and where things stood at the end

Write in the language of the conversation, in plain notes under short headings, at most 1,200 words. Leave out greetings and what was settled and will not matter again. Later statements go before earlier ones that they contradict.`;
