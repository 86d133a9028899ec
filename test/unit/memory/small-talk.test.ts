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
])("%s: may ask for something", (text) => expect(isSmallTalk(text)).toBe(false));
