/** Detects small talk: polite messages that ask for nothing. */

const LONGEST = 80;
const POLITE = new Set(
  (
    "good morning afternoon evening night day hello hi hey howdy greetings welcome bye goodbye cheers thanks thank you so very much a lot great " +
    "nice well fine ok okay yes no sure please sorry how are is was that it the to and all everybody everyone again today tomorrow tonight " +
    "have weekend week holiday holidays haha hahaha hehe lol funny cool awesome wonderful perfect appreciated saved see soon later i am m s re doing there have sleep help dear my friend nightjar " +
    "guten morgen tag abend nacht hallo servus danke vielen dank tschuss bis bald wie geht es dir gut " +
    "bonjour bonsoir salut merci beaucoup au revoir hola buenos buenas dias tardes noches gracias adios ciao buongiorno grazie"
  ).split(" "),
);
/** Required first words: the other polite words are also used about things. */
const GREETS =
  /^(?:have|haha|hahaha|hehe|lol|perfect|awesome|wonderful|good|hello|hi|hey|howdy|greetings|bye|goodbye|cheers|thanks|thank|how|see|guten|hallo|servus|danke|vielen|tschuss|bis|bonjour|bonsoir|salut|merci|hola|buenos|buenas|gracias|adios|ciao|buongiorno|grazie)$/;

/** True for a greeting, a thank-you or a goodbye without anything else. */
export function isSmallTalk(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return GREETS.test(words[0] ?? "") && words.every((word) => POLITE.has(word));
}
