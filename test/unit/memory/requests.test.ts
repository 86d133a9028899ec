import { expect, test } from "vitest";
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
