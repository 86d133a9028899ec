/** Words that tell which kind of value a sentence gives, in the most written languages. Folded, as `words` gives them. */

/** Parses a list; the "s" at the end of a word is optional, as `similar.ts` compares without it. */
function setOf(list: string): ReadonlySet<string> {
  return new Set(
    list.split(/\s+/u).flatMap((word) => (word.endsWith("s") ? [word, word.slice(0, -1)] : [word])),
  );
}

const TIMES = setOf(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  noon midnight morning afternoon evening tomorrow daily weekly monthly yearly am pm
  one two three four five six seven eight nine ten eleven twelve first second third once twice
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar marz mai juni juli oktober dezember
  eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf uhr mittag morgens abends morgen
  lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre
  deux trois quatre cinq six sept huit neuf dix onze douze heures midi matin soir
  lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  dos tres cuatro cinco seis siete ocho nueve diez lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  segunda terca quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
  poniedzialek wtorek sroda srode czwartek piatek sobota sobote niedziela niedziele pondeli utery streda stredu ctvrtek patek nedele nedeli
  一 二 三 四 五 六 七 八 九 十 日 天 月 火 水 木 金 土 понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье`,
);

/** A number, or a word of a date or a time. */
export function isTimeWord(word: string): boolean {
  return /^\d/.test(word) || TIMES.has(word);
}

const EQUALS = setOf(
  `is are was were called named costs weighs means becomes ist sind war heisst heissen kostet wiegt wird est sont etait appelle coute es era llama cuesta
  sono chiama costa sao chama kost jest je jmenuje это зовут зовется стоит`,
);

/** Whether the next words say what something is or is called. */
export function saysWhatIs(word: string): boolean {
  return EQUALS.has(word);
}

const MANY = setOf(
  `likes liked loves loved enjoys hates dislikes wants owns has have had speaks knows plays played reads read visited visits saw seen met bought went ate watched
  finished ran wrote said told made gave tried learns learnt learned uses collects
  eats drinks needs avoids can must should allergic interested friends colleagues fan
  mag mogen liebt hasst will besitzt hat hatte spricht kennt spielt liest las besuchte besucht kaufte traf ging sah lernt isst trinkt nimmt braucht meidet kann muss darf allergisch interessiert
  aime adore deteste veut possede a avait parle connait joue lit visite achete rencontre apprend mange boit prend allergique
  gusta gustan quiere tiene habla conoce juega lee visito compro come bebe toma alergico alergica allergico allergica ama piace piacciono ha parla gioca legge gosta tem fala joga houdt wil heeft spreekt speelt leest
  lubi kocha ma mowi gra czyta ma rad miluje mluvi hraje любит нравится есть говорит играет читает знает хочет ест пьет аллергия`,
);

/** Whether a verb among the words holds for several things at once, or for what happened several times. */
export function saysManyTimes(words: readonly string[]): boolean {
  return words.some((word) => MANY.has(word));
}
