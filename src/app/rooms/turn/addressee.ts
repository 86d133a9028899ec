/** Agent that words address by name, written or spoken: "Bernie, do you know Dakar?", "And what do you think, Bernie?" */

/** Words before the name: "Hey Bernie", "Und du, Bernie". */
const OPENING =
  /^(?:@|(?:hey|hi|hello|so|ok|okay|and|and you|good (?:morning|evening)|hallo|na|und|und du|du|guten (?:morgen|tag|abend)|salut|bonjour|bonsoir|et|et toi|dis|dis-moi)[\s,]+)+/;
const LETTER = /[\p{L}\p{N}_-]/u;

/** Null: nobody. `names`: of the cast, by slug. */
export function addressee(text: string, names: Readonly<Record<string, string>>): string | null {
  const words = text.trim().toLocaleLowerCase();
  const begin = words.replace(OPENING, "");
  const end = words.replace(/[\s.!?…]+$/, "");
  const found = Object.entries(names).find(([slug, name]) =>
    [slug, name.toLocaleLowerCase()].some((called) => begins(begin, called) || ends(end, called)),
  );
  return found?.[0] ?? null;
}

function begins(words: string, called: string): boolean {
  return words.startsWith(called) && !LETTER.test(words.charAt(called.length));
}

/** After a comma: "Do you know Bernie?" asks somebody else. */
function ends(words: string, called: string): boolean {
  return words.endsWith(called) && /,\s*$/.test(words.slice(0, words.length - called.length));
}
