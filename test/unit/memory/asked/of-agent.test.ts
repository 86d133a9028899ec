import { expect, test } from "vitest";
import { isAskedOfAgent } from "../../../../src/memory/text/asked-of-agent.ts";

test.each([
  "What did you recommend for the floor?",
  "Which thickness was it that you suggested?",
  "What was your advice about the loan?",
  "Was hast du mir zum Boden geraten?",
  "Qu'est-ce que tu m'as conseillé ?",
  "¿Qué me recomendaste?",
])("%s: is about the agent's words", (question) => {
  expect(isAskedOfAgent(question)).toBe(true);
});

test.each([
  "What did I say about the floor?",
  "Can you tell me when the builder comes?",
  "Could you recommend a book?",
  "Do you know my shoe size?",
  "Kannst du mir sagen, wann ich fliege?",
])("%s: is not", (question) => {
  expect(isAskedOfAgent(question)).toBe(false);
});
