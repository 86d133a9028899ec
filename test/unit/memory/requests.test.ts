import { expect, test } from "vitest";
import { isBareRequest } from "../../../src/memory/text/bare-requests.ts";
import { requestIn } from "../../../src/memory/text/requests.ts";

test.each([
  ["write a note for next week", "write"],
  ["Could you please switch off the lights?", "switch"],
  ["Übersetze das ins Spanische", "ubersetze"],
  ["hey Nightjar, escribe una carta", "escribe"],
])("%s: what is to be done is said first", (text, verb) => expect(requestIn(text)).toBe(verb));

test.each(["", "please", "what did I write to Ann?", "the play that we saw", "my book is late"])(
  "%s: says nothing of the kind",
  (text) => expect(requestIn(text)).toBeUndefined(),
);

test.each([
  "Please use tools",
  "question me please",
  "slow please",
  "Summarise the paste",
  "What is the capital of France?",
  "Schreib bitte ein Gedicht über Möwen",
  "traduis cette phrase",
])("%s: there is nothing to remember", (text) => {
  expect(isBareRequest(text)).toBe(true);
});

test.each([
  "Please remember that Bruno is a dachshund",
  "What is my dog called?",
  "The boat lies in Lindau.",
  "Bitte merk dir, dass Bruno ein Dackel ist",
  "Book a table at our usual place",
  "Write to the landlord that the heater in the kitchen has been broken since Monday and nobody came",
])("%s: that may matter later", (text) => {
  expect(isBareRequest(text)).toBe(false);
});
