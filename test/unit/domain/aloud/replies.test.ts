/** Spoken replies, understood by rule in three languages. */
import { expect, test } from "vitest";
import { choiceIn } from "../../../../src/domain/conversation/aloud/choice.ts";
import { yesOrNo } from "../../../../src/domain/conversation/aloud/yes-or-no.ts";

const YES = [
  ...["Yes.", "yes please", "Yeah, go ahead!", "Okay, do it.", "Sure, yes", "That's fine."],
  ...["Ja.", "Ja, bitte!", "Ja klar, mach das.", "In Ordnung", "Also ja"],
  ...["Oui", "Oui, s'il te plaît.", "D’accord.", "Vas-y !", "Bien sûr, oui"],
];
const NO = [
  ...["No.", "No thanks", "Nope.", "Don't do it!", "Please don't.", "No, send it to Ann instead.", "Stop!"],
  ...[
    "Nein.",
    "Nein danke",
    "Bitte nicht.",
    "Lieber nicht, warte noch.",
    "Auf keinen Fall!",
    "Mach das nicht.",
  ],
  ...["Non", "Non merci.", "Surtout pas !", "Ne le fais pas.", "Pas maintenant."],
];
const UNCLEAR = [
  ...[
    "Yes, but only on Monday.",
    "What would it do?",
    "Maybe",
    "Yes no",
    "No problem.",
    "Sure thing I guess not",
    "",
  ],
  ...["Ja, aber später.", "Was macht das?", "Weiß nicht.", "Oui, mais demain", "Peut-être", "Yesterday"],
];

test.each(YES)("%s is a yes", (words) => expect(yesOrNo(words)).toBe("yes"));
test.each(NO)("%s is a no", (words) => expect(yesOrNo(words)).toBe("no"));
test.each(UNCLEAR)("“%s” is neither", (words) => expect(yesOrNo(words)).toBeUndefined());

const COLOURS = ["Red", "Light blue", "Blue"];
const FARBEN = ["Rot", "Blau", "Grün"];
const COULEURS = ["Rouge", "Bleu", "Vert"];

test.each([
  ["Blue.", COLOURS, "Blue"],
  ["I think light blue, please", COLOURS, "Light blue"],
  ["The second one", COLOURS, "Light blue"],
  ["number three", COLOURS, "Blue"],
  ["the last one", COLOURS, "Blue"],
  ["Blau", FARBEN, "Blau"],
  ["Grün, denke ich", FARBEN, "Grün"],
  ["Den ersten bitte", FARBEN, "Rot"],
  ["Nummer zwei", FARBEN, "Blau"],
  ["zwei", FARBEN, "Blau"],
  ["Le deuxième", COULEURS, "Bleu"],
  ["la dernière", COULEURS, "Vert"],
  ["plutôt vert", COULEURS, "Vert"],
  ["nein danke", ["Ja", "Nein"], "Nein"],
  ["oui", ["Oui, tout", "Oui", "Non"], "Oui"],
  ["yeah, sure", ["Yes", "No"], "Yes"],
  ["3", ["3", "5", "7"], "3"],
])("%s chooses of %j: %s", (words, options, chosen) => expect(choiceIn(words, options)).toBe(chosen));

test.each([
  ["Red or blue", COLOURS],
  ["not the blue one", COLOURS],
  ["neither", COLOURS],
  ["Wait a moment", COLOURS],
  ["nicht die zweite", FARBEN],
  ["violett", FARBEN],
  ["the seventh one", COLOURS],
  ["", COLOURS],
])("“%s” chooses none of %j", (words, options) => expect(choiceIn(words, options)).toBeUndefined());
