/** Recognises questions that ask only for what was said or done in a time: "what did we talk about last week". */
import { isStopword } from "../text/stopwords.ts";
import { words } from "../text/words.ts";

const CORE = new Set(
  `talk talked talking speak spoke spoken discuss discussed chat chatted conversation conversations topic topics happen happened
  did done say said tell told discussion
  write wrote written ask asked summarise summarize summary recap list show woruber wovon worum haben habe hast hatten gesprochen geredet besprochen gesagt erzahlt geschrieben gefragt gemacht getan
  passiert thema themen gesprach gesprache gesprachen zusammen parle discute dit raconte ecrit demande fait passe sujet sujets resume resumer`.split(
    /\s+/,
  ),
);
const BESIDE = new Set(
  `everything anything up going went was wir ich du uns es los uber alles mir dir euch unser unsere unseren unserer fass fasse zeig zeige und der
  die das den dem im um am von mit ist war de quoi avons nous est ce qu que ai as je tu te on a nos notre mes vous tout les la le l d s en au et
  il qui please bitte`.split(/\s+/),
);

/** `rest`: the question without the words of its date. */
export function isRecap(rest: string): boolean {
  const all = words(rest);
  return (
    all.some((word) => CORE.has(word)) &&
    all.every((word) => CORE.has(word) || BESIDE.has(word) || isStopword(word))
  );
}
