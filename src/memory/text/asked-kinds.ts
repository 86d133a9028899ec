/**
 * Kinds of answers: "how old is she" wants an age, so a passage that only names her does not answer it. Known
 * are kinds that a text shows by its words or figures, in English and German.
 */

interface AnswerKind {
  /** Pattern of the question. */
  asked: RegExp;
  /** Pattern of a text that may answer it. */
  given: RegExp;
}

const NUMBER = String.raw`\d|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|half|once|twice|every|each|eine?[nrms]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dutzend|hundert|tausend|jede[nrsm]?)(?!\p{L})`;
/** No year, amount or day of a month. */
const AGE = String.raw`(?<!\p{L})(?:aged?|born|birthday|turn(?:s|ed|ing)?|years?|fifty|forty|thirty|twenty|alt|geboren|geburtstag|jahre?)(?!\p{L})|(?<!\p{L})(?:is|am|are|was|m|s|re|bin|ist|wird) \d{1,3}(?![\d%])`;
const WEIGHT = String.raw`(?:\d|(?<!\p{L}))(?:kgs?|kilos?|kilograms?|gramm?s?|g|pounds?|lbs?|stones?|ton(?:ne)?s?|ounces?|pfund|tonnen?)(?!\p{L})|weigh|wiegt|wog`;
const LENGTH = String.raw`(?:\d|(?<!\p{L}))(?:mm|cm|m|km|met(?:re|er)s?|centimet\p{L}+|zentimeter|kilomet\p{L}+|foot|feet|ft|inch(?:es)?)(?!\p{L})|\d\s?["']`;
const COLOUR = String.raw`(?<!\p{L})(?:red|blue|green|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|silver|gold\p{L}*|beige|turquoise|cream|colou?r\p{L}*|rot\p{L}{0,2}|blau\p{L}*|grün\p{L}*|gelb\p{L}*|lila|rosa|braun\p{L}*|schwarz\p{L}*|weiß\p{L}*|grau\p{L}*|farbe\p{L}*)(?!\p{L})`;

const KINDS: readonly AnswerKind[] = [
  kind("how old|what age|wie alt", AGE),
  kind("how heavy|weighs?|wie schwer|wiegt", WEIGHT),
  kind("how (?:tall|wide|high)|wie (?:groß|breit|hoch)", LENGTH),
  kind(String.raw`how (?:much|many|often)|what (?:price|number|percentage)|wie ?(?:viel\p{L}*|oft)`, NUMBER),
  kind("(?:what|which) colou?r|welche farbe", COLOUR),
  kind(
    String.raw`(?:what|which|welche) (?:is the |ist die )?(?:\p{L}+ )?(?:code|number|nummer)`,
    String.raw`\d`,
  ),
];

const NAME =
  /(?<!\p{L})(?:(?:sur|first |last |middle )?names?|called|(?:what|which) (?:brand|company|firm|school|make)|heißt|heißen|nachname|vorname|welche (?:marke|firma|schule))(?!\p{L})/iu;

function kind(asked: string, given: string): AnswerKind {
  return {
    asked: new RegExp(String.raw`(?<!\p{L})(?:${asked})(?!\p{L})`, "iu"),
    given: new RegExp(given, "iu"),
  };
}

/** A check whether a text gives what the question asks for; it always passes where the kind of that is not known. */
export function givesAnswerTo(question: string): (text: string) => boolean {
  const wanted = KINDS.filter(({ asked }) => asked.test(question));
  return (text) => wanted.every(({ given }) => given.test(text));
}

/** Tells whether the answer to a question is the name of somebody or something. */
export function asksName(question: string): boolean {
  return NAME.test(question);
}
