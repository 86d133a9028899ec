/** Detects questions about what the agent itself said: the answer is in its words, not in the person's. */

const SAYING =
  "said|say|told|tell|gave|give|recommend\\p{L}*|suggest\\p{L}*|advis\\p{L}*|propos\\p{L}*|mention\\p{L}*|explain\\p{L}*|warn\\p{L}*|describ\\p{L}*|outlin\\p{L}*|estimat\\p{L}*|calculat\\p{L}*|thought|found";
const ENGLISH = String.raw`(?:did|have|had) you(?!\p{L})|you(?:['’](?:ve|d)| have| had)? (?:${SAYING})(?!\p{L})|in your (?:view|opinion|words)(?!\p{L})|your (?:advice|suggestions?|recommendations?|explanation|idea|estimate|answer)(?!\p{L})`;
const GERMAN = String.raw`(?:hast|hattest) du(?!\p{L})|dein(?:e[nmr]?)? (?:rat|vorschl\p{L}*|empfehlung\p{L}*|antwort|meinung|idee)(?!\p{L})`;
const FRENCH = String.raw`(?:as|avais)[- ]tu(?!\p{L})|tu (?:m['’])?(?:as|avais) (?:dit|conseill\p{L}*|propos\p{L}*|recommand\p{L}*)|(?:tes|ton|ta) (?:conseils?|avis|propositions?|réponse)(?!\p{L})`;
const SPANISH = String.raw`(?:dijiste|recomendaste|aconsejaste|propusiste|sugeriste)(?!\p{L})`;
const OF_AGENT = new RegExp(String.raw`(?<!\p{L})(?:${ENGLISH}|${GERMAN}|${FRENCH}|${SPANISH})`, "iu");
/** "Can you tell me" asks a favour, and says nothing of who said it. */
const FAVOUR = /(?<!\p{L})(?:can|could|would|will|should) you(?!\p{L})(?:\s+\p{L}+)?/giu;

export function isAskedOfAgent(question: string): boolean {
  return OF_AGENT.test(question.replace(FAVOUR, " "));
}
