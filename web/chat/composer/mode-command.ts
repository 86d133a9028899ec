/** A mode written before the words, `/search words`. Undefined: none is. Without words, it is for the conversation. */
export function modeIn(text: string): { mode: string; text: string } | undefined {
  const [, mode, words] = /^\/(chat|search|research|agent)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return mode === undefined ? undefined : { mode, text: words ?? "" };
}
