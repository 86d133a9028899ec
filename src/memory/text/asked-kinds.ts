/**
 * Kinds of answers: "how old is she" wants an age, so a passage that only names her does not answer it. Known
 * are kinds that a text shows by its words, names or figures, in English and German.
 */

export interface AnswerKind {
  /** Name of the kind with its article: "an age". */
  name: string;
  /** Pattern of the question. */
  asked: RegExp;
  /** Pattern of a text that may give it. */
  given?: RegExp;
  /** Whether a name that the question does not hold may be it. */
  isNamed: boolean;
}

const NUMBER = String.raw`\d|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|half|once|twice|every|each|eine?[nrms]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dutzend|hundert|tausend|jede[nrsm]?)(?!\p{L})`;
/** No year, amount or day of a month. */
const AGE = String.raw`(?<!\p{L})(?:aged?|born|birthday|turn(?:s|ed|ing)?|years?|fifty|forty|thirty|twenty|alt|geboren|geburtstag|jahre?)(?!\p{L})|(?<!\p{L})(?:is|am|are|was|m|s|re|bin|ist|wird) \d{1,3}(?![\d%])`;
const WEIGHT = String.raw`(?:\d|(?<!\p{L}))(?:kgs?|kilos?|kilograms?|gramm?s?|g|pounds?|lbs?|stones?|ton(?:ne)?s?|ounces?|pfund|tonnen?)(?!\p{L})|weigh|wiegt|wog`;
const LENGTH = String.raw`(?:\d|(?<!\p{L}))(?:mm|cm|m|km|met(?:re|er)s?|centimet\p{L}+|zentimeter|kilomet\p{L}+|foot|feet|ft|inch(?:es)?)(?!\p{L})|\d\s?["']`;
const COLOUR = String.raw`(?<!\p{L})(?:red|blue|green|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|silver|gold\p{L}*|beige|turquoise|cream|colou?r\p{L}*|rot\p{L}{0,2}|blau\p{L}*|grün\p{L}*|gelb\p{L}*|lila|rosa|braun\p{L}*|schwarz\p{L}*|weiß\p{L}*|grau\p{L}*|farbe\p{L}*)(?!\p{L})`;

const UNIT =
  "(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)";
const DURATION = String.raw`\d:\d\d|(?:${NUMBER}|(?<!\p{L})(?:an?|few|several|all))[\d.,]*[- ](?:\p{L}+ )?${UNIT}(?!\p{L})|(?<!\p{L})(?:since|until|seit|bis)(?!\p{L})`;
const SIZE = String.raw`(?:\d|(?<!\p{L}))(?: |-)?(?:pages?|words?|lines?|miles?|seiten?|wörter|zeilen?|meilen?)(?!\p{L})`;
const WORK = String.raw`(?<!\p{L})(?:for a living|jobs?|work(?:s|ed|ing)?|teach\p{L}*|profession|retired|stud(?:y|ies|ied|ents?)|arbeite\p{L}*|beruf\p{L}*)(?!\p{L})`;
const HOW_MUCH = String.raw`how (?:much|many|often)|what (?:price|number|percentage|rent|salary)|what (?:do|does|did) .{1,50} (?:cost|charge|earn)|wie ?(?:viel\p{L}*|oft)|was kostete?n?`;
const CODE = String.raw`(?:what|which|welche) (?:is the |ist die )?(?:\p{L}+ )?(?:code|number|nummer)`;
const CALLED =
  "(?:sur|first |last |middle )?names?|called|(?:what|which) (?:brand|company|firm|school|make)|heißt|heißen|nachname|vorname|welche (?:marke|firma|schule)";
/** A question begins with it: "the friend who came" asks for nobody. */
const FIRST = String.raw`(?<=^\W*(?:(?:and|but|so|to|from|with|for|by|und|aber|mit|von|für|zu) )*)`;
const WHO = `${FIRST}(?:who(?:m|se)?|wer|wem|wessen)`;
/** People are also told by what they are to somebody. */
const SOMEBODY = String.raw`(?<!\p{L})(?:sisters?|brothers?|mother|mum|mom|father|dad|parents|grand\p{L}+|aunt|uncle|cousin|niece|nephew|wife|husband|partner|son|daughter|kids|children|friends?|neighbou?rs?|colleagues?|boss|landlady|landlord|doctor|teacher|schwester|bruder|mutter|vater|eltern|tante|onkel|nichte|neffe|frau|mann|sohn|tochter|kinder|freund\p{L}*|nachbar\p{L}*|kolleg\p{L}*|chefin|chef|arzt|ärztin)(?!\p{L})`;
const WHERE = `${FIRST}(?:where|wo|wohin|woher)`;
const SOMEWHERE = String.raw`(?<!\p{L})(?:in|at|on|to|from|near|under|behind|above|beside|through|im|am|vom|zum|zur|auf|unter|hinter|neben|bei|aus) (?:(?:the|an?|my|our|his|her|their|de[rmn]|das|die|eine[rmn]?|mein\p{L}*|unser\p{L}*) )?\p{L}`;
const WHICH =
  "which (?:bank|hotel|club|airline|hospital|restaurant|shop|app|editor|newspaper|street|city|town|country|university)";

const KINDS: readonly AnswerKind[] = [
  kind("an age", "how old|what age|wie alt", AGE),
  kind("a weight", "how heavy|weighs?|wie schwer|wiegt", WEIGHT),
  kind("a length", "how (?:tall|wide|high|far)|wie (?:groß|breit|hoch|weit)", LENGTH),
  kind("how long", "how long|wie lange?", `${DURATION}|${LENGTH}|${SIZE}`),
  kind("a number", HOW_MUCH, NUMBER),
  kind("a number", CODE, String.raw`\d`),
  kind("a colour", "(?:what|which) colou?r|welche farbe", COLOUR),
  kind(
    "a profession",
    "(?:do|does|did) .{1,40} (?:do for (?:a living|work)|work as)|von beruf|beruflich",
    WORK,
  ),
  named("a name", CALLED),
  named("a name", WHICH),
  named("a person", WHO, SOMEBODY),
  named("a place", WHERE, SOMEWHERE),
];

function kind(name: string, asked: string, given?: string): AnswerKind {
  return {
    name,
    asked: new RegExp(String.raw`(?<!\p{L})(?:${asked})(?!\p{L})`, "iu"),
    ...(given !== undefined && { given: new RegExp(given, "iu") }),
    isNamed: false,
  };
}

function named(name: string, asked: string, given?: string): AnswerKind {
  return { ...kind(name, asked, given), isNamed: true };
}

/** Kinds that the question asks for; none where that is not known. */
export function kindsAsked(question: string): readonly AnswerKind[] {
  return KINDS.filter(({ asked }) => asked.test(question));
}
