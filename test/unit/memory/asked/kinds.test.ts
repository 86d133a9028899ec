import { expect, test } from "vitest";
import { kindsAsked } from "../../../../src/memory/text/asked-kinds.ts";

/** Names of the kinds that the question asks for and the text does not give, where it holds no names. */
function lacking(question: string, text: string): string[] {
  return kindsAsked(question)
    .filter(({ given }) => given?.test(text) !== true)
    .map(({ name }) => name);
}

test.each([
  ["How old is Deirdre?", "Deirdre turned 41 last week."],
  ["How old is Deirdre?", "Marthe is 43 now."],
  ["How much do I weigh?", "I'm down to 82 kg."],
  ["How heavy is the sink?", "It weighs as much as I do."],
  ["How tall is Basil?", "Basil is 1.90 m and hits his head."],
  ["How far is the mill?", "The mill is 12 km up the valley."],
  ["How long did the journey take?", "Two whole days on trains."],
  ["How long was the race?", "Done in 2:07:40."],
  ["Wie lange war ich krank?", "Drei Wochen lag ich im Bett."],
  ["How long may the thesis be?", "It has to have at most 80 pages."],
  ["Who gets the oven?", "The oven goes to my sister."],
  ["Where is the key?", "The key lies under the mat."],
  ["What does the van cost?", "They want 45 a day."],
  ["What does Emil do for a living?", "Emil teaches chemistry."],
  ["How many traps are there?", "I've put up a dozen."],
  ["What colour is the door?", "We painted it bottle green."],
  ["What is the postal code?", "It's 34246 Vellmar."],
  ["Wie alt ist Anna?", "Anna wird 12."],
  ["What did the friend who came yesterday say?", "Nothing at all."],
  ["When does Basil bake?", "Basil likes bread."],
])("%s may be answered by: %s", (question, text) => {
  expect(lacking(question, text)).toEqual([]);
});

test.each([
  ["How old is Deirdre?", "Deirdre wants 9,750 and can begin on 10 March.", "an age"],
  ["How much do I weigh?", "I ran 29 km along the canal.", "a weight"],
  ["How tall is Basil?", "Basil helps me on Saturdays.", "a length"],
  ["How long has Gareth lived there?", "Gareth had the wall between his two rooms taken down.", "how long"],
  ["What does Emil do for a living?", "Nightly dumps go to my brother Emil.", "a profession"],
  ["How many traps are there?", "The traps are blue and white.", "a number"],
  ["What colour is the door?", "The door sticks.", "a colour"],
  ["Who paints the door?", "The door will be green.", "a person"],
  ["Where is the key?", "The key is bent.", "a place"],
])("%s is not answered by: %s", (question, text, kind) => {
  expect(lacking(question, text)).toEqual([kind]);
});

test.each(["What is my aunt's name?", "Which brand is it?", "Wie heißt sie?", "Which bank is she with?"])(
  "%s asks for a name",
  (question) => {
    expect(kindsAsked(question)).toMatchObject([{ name: "a name", isNamed: true }]);
  },
);
