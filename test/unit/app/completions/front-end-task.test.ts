/** A front end's own requests are told from what people say. */
import { expect, test } from "vitest";
import { isFrontEndTask } from "../../../../src/app/completions/call/front-end-task.ts";

const HISTORY = "### Chat History:\n<chat_history>\nUSER: Hi\n</chat_history>";

const PROMPTS = [
  `### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history.\n### Output:\nJSON format: { "tags": ["tag1"] }\n${HISTORY}`,
  `### Task:\r\nSuggest 3-5 relevant follow-up questions.\r\n### Output:\r\nJSON\r\n${HISTORY}`,
  `### Task:\nAnalyze the chat history to determine the necessity of generating search queries.\n### Guidelines:\n- x\n### Output:\n{}\n${HISTORY}`,
  "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language (5 words or less)\n\nUser: Hi",
];

test.each(PROMPTS)("%s", (text) => {
  expect(isFrontEndTask({ text, earlier: 0, named: undefined })).toBe(true);
  expect(isFrontEndTask({ text, earlier: 2, named: undefined })).toBe(false);
});

test("words of a person are none, though they ask for a title", () => {
  for (const text of [
    "### Task:\nWrite a title for my book.",
    "Give this conversation a title.",
    `See ${HISTORY}`,
  ])
    expect(isFrontEndTask({ text, earlier: 0, named: undefined })).toBe(false);
  expect(isFrontEndTask({ text: "Hi", earlier: 0, named: "title_generation" })).toBe(true);
});
