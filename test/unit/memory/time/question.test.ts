import { describe, expect, test } from "vitest";
import { mayAskForTime } from "../../../../src/memory/text/may-ask-time.ts";
import { eventsIn, timeKindOf } from "../../../../src/memory/time/question.ts";
import { isRecap } from "../../../../src/memory/time/recap.ts";

function eventsOf(question: string): string[] {
  const kind = timeKindOf(question);
  return kind === undefined ? [] : eventsIn(question, kind);
}

describe("questions of time", () => {
  test.each([
    ["order", "What came first, the move or the wedding?"],
    ["order", "Did I see the dentist before or after the holiday?"],
    ["order", "In which order did I buy the car and sell the bike?"],
    ["order", "Was kam zuerst, der Umzug oder die Hochzeit?"],
    ["order", "In welcher Reihenfolge habe ich die Wohnungen besichtigt?"],
    ["order", "War der Zahnarzt vor oder nach dem Urlaub?"],
    ["order", "Dans quel ordre ai-je visité les appartements ?"],
    ["order", "Ai-je vu le dentiste avant ou après les vacances ?"],
    ["distance", "How many days between the move and the wedding?"],
    ["distance", "How long ago did I quit smoking?"],
    ["distance", "Wie viele Tage lagen zwischen Umzug und Hochzeit?"],
    ["distance", "Wie lange ist es her, dass ich beim Zahnarzt war?"],
    ["distance", "Combien de jours entre le déménagement et le mariage ?"],
    ["end", "When was the last time I went climbing?"],
    ["end", "When did I first mention the boat?"],
    ["end", "Wann war ich zum letzten Mal klettern?"],
    ["end", "Quand ai-je vu le dentiste pour la dernière fois ?"],
    ["point", "When did I open the account?"],
    ["point", "Seit wann wohne ich hier?"],
    ["point", "Depuis quand est-ce que j'habite ici ?"],
  ])("%s: %s", (kind, question) => {
    expect(timeKindOf(question)).toBe(kind);
    expect(mayAskForTime(question)).toBe(true);
  });

  test.each([
    "What is the capital of France?",
    "How long should I boil eggs?",
    "Is the story told in the first person?",
    "What did I do at first to the old door?",
    "Wie lange muss ich Eier kochen?",
    "Wie heißt meine Schwester?",
    "Comment s'appelle ma sœur ?",
  ])("not of time: %s", (question) => {
    expect(timeKindOf(question)).toBeUndefined();
  });
});

describe("the events that are named", () => {
  test.each([
    ["What came first, the burst pipe or the new oven?", ["burst pipe", "oven"]],
    ["Did I hurt my shin before or after the race?", ["hurt shin", "race"]],
    ["How many days after the surgery did I start running?", ["surgery", "start running"]],
    ["In which order did I buy the car, sell the bike and move?", ["buy car", "sell bike", "move"]],
    ["Was kam zuerst, der Umzug oder die Hochzeit?", ["umzug", "hochzeit"]],
    ["Wie viele Tage lagen zwischen dem Umzug und der Hochzeit?", ["umzug", "hochzeit"]],
    ["Combien de jours entre le déménagement et le mariage ?", ["demenagement", "mariage"]],
    ["In which order did the title of the book change?", []],
    ["When did I move?", []],
  ])("%s", (question, events) => {
    expect(eventsOf(question)).toEqual(events.map((each) => expect.stringContaining(each)));
  });
});

test("a question that asks only for a time is known by its other words", () => {
  expect(
    ["what did we talk about", "woruber haben wir gesprochen", "de quoi avons-nous parle"].every(isRecap),
  ).toBe(true);
  expect(["what did we say about the boat", "how are you", "remind me"].some(isRecap)).toBe(false);
});
