/** Rejects junk: texts that should not become memories. */

type Verdict = { ok: true } | { ok: false; problem: string };

const REFUSED: readonly [RegExp, string][] = [
  [/^[\s\p{P}\p{S}]*$/u, "it has no words"],
  [
    /^(?:the )?(?:user|person|assistant|agent) (?:said|asked|greeted|thanked|wants? (?:help|to know)|is (?:asking|chatting|talking))\b/i,
    "it tells what happened in the chat, not what is worth knowing later",
  ],
  [
    /\b(?:as an ai|language model|system prompt|my instructions|tool call|function call)\b/i,
    "it is about the machinery, not about a person or the world",
  ],
  [/^(?:things you remember|relevant memories|memory|recalled)\b.*:/i, "it restates what was recalled"],
  [
    /\b(?:sk-[a-z0-9_-]{16,}|ghp_[a-z0-9]{20,}|AKIA[0-9A-Z]{16})|-----BEGIN [A-Z ]*PRIVATE KEY/i,
    "it holds a secret; keep secrets in settings, not in memory",
  ],
];

const MAX_CHARACTERS = 4_000;

export function judge(content: string): Verdict {
  const text = content.trim();
  if (text.length < 3) return { ok: false, problem: "it is too short to mean anything later" };
  if (text.length > MAX_CHARACTERS) {
    return {
      ok: false,
      problem: `it has ${text.length} characters; at most ${MAX_CHARACTERS} are kept: write the gist, or a file`,
    };
  }
  const hit = REFUSED.find(([pattern]) => pattern.test(text));
  return hit === undefined ? { ok: true } : { ok: false, problem: hit[1] };
}
