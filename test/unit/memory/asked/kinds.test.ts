import { expect, test } from "vitest";
import { asksName, givesAnswerTo } from "../../../../src/memory/text/asked-kinds.ts";

test.each([
  ["How old is Deirdre?", "Deirdre turned 41 last week."],
  ["How old is Deirdre?", "Marthe is 43 now."],
  ["How much do I weigh?", "I'm down to 82 kg."],
  ["How heavy is the sink?", "It weighs as much as I do."],
  ["How tall is Basil?", "Basil is 1.90 m and hits his head."],
  ["How many traps are there?", "I've put up a dozen."],
  ["What colour is the door?", "We painted it bottle green."],
  ["What is the postal code?", "It's 34246 Vellmar."],
  ["Wie alt ist Anna?", "Anna wird 12."],
  ["Where does Basil live?", "Basil likes bread."],
])("%s may be answered by: %s", (question, text) => {
  expect(givesAnswerTo(question)(text)).toBe(true);
});

test.each([
  ["How old is Deirdre?", "Deirdre wants 9,750 and can begin on 10 March."],
  ["How much do I weigh?", "I ran 29 km along the canal."],
  ["How tall is Basil?", "Basil helps me on Saturdays."],
  ["How many traps are there?", "The traps are blue and white."],
  ["What colour is the door?", "The door sticks."],
])("%s is not answered by: %s", (question, text) => {
  expect(givesAnswerTo(question)(text)).toBe(false);
});

test("a name is asked for by that word, or by what is called by one", () => {
  expect(["What is my aunt's name?", "Which brand is it?", "Wie heißt sie?"].every(asksName)).toBe(true);
  expect(asksName("Where is it?")).toBe(false);
});
