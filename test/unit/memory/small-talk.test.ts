import { expect, test } from "vitest";
import { isSmallTalk } from "../../../src/memory/text/small-talk.ts";

test.each([
  "good morning",
  "Good morning!",
  "Hello, how are you today?",
  "Thanks a lot, that was a great help!",
  "Guten Morgen",
  "See you tomorrow",
  "Tschüss",
  "Have a nice weekend!",
  "haha, that's funny",
])("%s: is only polite", (text) => expect(isSmallTalk(text)).toBe(true));

test.each([
  "",
  "ok",
  "Good morning! Where is the boiler's contract?",
  "How is my sister?",
  "thanks for the boiler",
  "yes",
  "help me today",
  "morning routine",
  "have I time today?",
  "have a look at the boiler",
])("%s: may ask for something", (text) => expect(isSmallTalk(text)).toBe(false));
