/**
 * Words that turn the meaning of a sentence without being what it is about: negations and limits, in the most
 * written languages. Folded, as `words` gives them.
 */
const CHANGERS = new Set(
  `not no never none nobody nothing neither nor without cannot don doesn didn isn wasn aren weren won wouldn couldn shouldn hasn haven hadn t
  stopped quit only except almost hardly barely rarely formerly former used anymore longer until unless instead
  nicht kein keine keinen keinem keiner keines nie niemals ohne weder noch nur fast kaum selten fruher ehemals mehr ausser statt
  ne n pas jamais aucun aucune sans ni plus rien seulement presque rarement autrefois
  nunca jamas ningun ninguna ninguno sin tampoco nada solo casi antes
  non mai nessun nessuno nessuna senza neanche niente soltanto quasi piu
  nao nem nenhum nenhuma sem apenas quase
  niet geen nooit zonder alleen bijna nauwelijks
  nie nigdy zaden zadna zadnego bez tylko ani nikdy zadny zadne jen nebo nikoli samo nikada bare ikke aldrig aldri ingen inte inga utan kun
  не нет ни никогда без только нельзя нету ані ніколи немає нема ништа
  ei en et emme ette eivat ala koskaan ilman vain nem ne soha nincs nelkul csak
  degil hic yok asla olmadan sadece nu niciodata fara numai doar
  δεν μην οχι ποτε χωρις μονο لا لم لن ليس ليست غير بدون فقط ما لیس نه نیست هرگز بدون
  לא אין בלי אף רק नहीं नही मत कभी बिना ना নেই না নয় இல்லை لا نہیں
  tidak bukan jangan tanpa belum hanya khong chua chang hindi wala si hapana ez ddim ni nav nera`.split(
    /\s+/,
  ),
);
/** Signs of scripts without spaces; each is a word of its own there. */
const SIGNS = new Set("不没沒無无非未别別勿ず只安않못ไม่".normalize("NFC"));

export function changesMeaning(word: string): boolean {
  return CHANGERS.has(word) || SIGNS.has(word);
}

const NEGATING_PREFIXES = [
  "un",
  "dis",
  "in",
  "im",
  "ir",
  "il",
  "non",
  "ne",
  "nie",
  "nem",
  "не",
  "ни",
  "mis",
  "a",
];

/**
 * Whether one word is the other with a negation inside or before it: "pije" and "nepije", "içiyor" and
 * "içmiyor".
 */
export function isNegationOf(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length < 3 || shorter.length === longer.length) return false;
  if (NEGATING_PREFIXES.some((prefix) => longer === prefix + shorter)) return true;
  const start = commonStart(shorter, longer);
  const inserted = longer.length - shorter.length;
  const isInside = start >= 2 && longer.endsWith(shorter.slice(start)) && start < shorter.length;
  return isInside && inserted <= 2 && longer.slice(start, start + inserted).includes("m");
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
