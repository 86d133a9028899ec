import { expect, test } from "vitest";
import { isActSaid, readsByName, verbOf } from "../../../src/domain/provenance/acts.ts";
import { kindOfName } from "../../../src/domain/provenance/argument-kinds.ts";
import { normalText } from "../../../src/domain/provenance/normal-form.ts";
import { isAmountSaid, isMadeOfSaid, isSaid, isSaidInCurrency } from "../../../src/domain/provenance/said.ts";
import { sentenceAround } from "../../../src/domain/text/sentence-around.ts";

const said = (value: string, words: string) => isSaid(value, normalText(words));

test.each([
  ["Ann@Corp.example", "Write to ann@corp.example, please"],
  ["mailto:ann@corp.example", "<ann@corp.example>"],
  ["https://shop.example/a/", "Open shop.example/a for me"],
  ["DE89 3704 0044 0532 0130 00", "to DE89370400440532013000"],
  ["DE89370400440532013000", "to DE89 3704 0044 0532 0130 00 by Friday"],
  ["+49 (0)30 1234-567", "call +490301234567"],
  ["1200", "about 1,200.00 in all"],
  ["general", "Post it in #general."],
  ["Jane Doe", "invite jane  doe"],
  ["notes/todo.md", "Delete notes/todo.md"],
])("%s counts as said in: %s", (value, words) => expect(said(value, words)).toBe(true));

test.each([
  ["13", "Everything from June 13"],
  ["ann@corp.example", "Write to joann@corp.example"],
  ["ann@corp.example", "Write to ann@corp.example.evil.example"],
  ["todo.md", "Delete notes/todo.md"],
  ["notes/todo.md", "Delete todo.md"],
  ["shop.example", "Open myshop.example"],
  ["shop.example/a", "Open shop.example/abc"],
  ["Ann", "Write to Anna"],
  ["", "anything"],
  ["1300", "in 13 or 00"],
  ["1840", "Send $18.40 back"],
  ["\uff4aane", "invite Jane"],
  ["ann@corp.example.evil.example", "Write to ann@corp.example"],
])("%s does not count as said in: %s", (value, words) => expect(said(value, words)).toBe(false));

test("money is said by a short number only beside its currency", () => {
  const amount = (value: string, words: string) => isAmountSaid(value, normalText(words));
  expect(amount("50", "Send 50 euros to Bob")).toBe(true);
  expect(amount("50", "Send $50 to Bob")).toBe(true);
  expect(amount("12.5", "12,50 € für Bob")).toBe(true);
  expect(amount("1200", "1.200,00 EUR")).toBe(true);
  expect(amount("50", "on May 50")).toBe(false);
  expect(amount("13", "June 13")).toBe(false);
  expect(amount("1840", "Send $18.40 to Bob")).toBe(false);
  expect(amount("18.4", "Send $18.40 to Bob")).toBe(true);
});

test("an amount is said in its currency alone", () => {
  const amount = (value: string, currency: string, words: string) =>
    isSaidInCurrency(value, currency, normalText(words));
  expect(amount("50", "EUR", "Send 50 euros to Bob")).toBe(true);
  expect(amount("50", "eur", "Send €50 to Bob")).toBe(true);
  expect(amount("50", "USD", "Send 50 EUR to Bob")).toBe(false);
  expect(amount("50", "BTC", "Send 50 € to Bob")).toBe(false);
  expect(amount("18.4", "GBP", "Send 18.40 to Bob")).toBe(false);
  expect(amount("18.4", "GBP", "Send 18.40 to Bob, in GBP")).toBe(true);
});

test("a title made of the person's words is theirs, and one with a new word is not", () => {
  const words = normalText("Plan a lunch for Alice and me tomorrow at noon");
  expect(isMadeOfSaid("Lunch with Alice", words)).toBe(true);
  expect(isMadeOfSaid("Lunch with Mallory", words)).toBe(false);
  expect(isMadeOfSaid("Alice 4", words)).toBe(false);
});

test("an act is named in English, German and French, or by the tool's own verb", () => {
  const acts = (tool: string, words: string) => isActSaid(verbOf(tool), normalText(words));
  expect(acts("delete_file", "Please remove the old report")).toBe(true);
  expect(acts("delete_file", "What is in the old report?")).toBe(false);
  expect(acts("cancel_event", "Sag das Treffen mit Bob ab")).toBe(true);
  expect(acts("send_money", "Überweise Bob die Miete")).toBe(true);
  expect(acts("create_event", "Ajoute un rendez-vous")).toBe(true);
  expect(acts("frobnicate", "frobnicate it")).toBe(true);
  expect(acts("calendar_frobnicate", "Look at my calendar")).toBe(false);
  expect(acts("datei_löschen", "Was steht in der Datei?")).toBe(false);
  expect(acts("datei_löschen", "Lösche die Datei")).toBe(true);
  expect(acts("supprimer_fichier", "Efface ce fichier")).toBe(true);
  expect(acts("frobnicate", "do it")).toBe(false);
});

test("a tool reads by its name when no word of it changes anything", () => {
  expect(["list_files", "get_order_status", "searchEvents"].map(readsByName)).toEqual([true, true, true]);
  expect(["check_in", "read_and_delete", "send_email", "get_and_remove"].map(readsByName)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("the kind of an argument follows from its name", () => {
  const kinds = [
    "recipientEmail",
    "file_id",
    "new_password",
    "amount",
    "page_url",
    "participants",
    "body",
    "title",
  ];
  expect(kinds.map(kindOfName)).toEqual([
    "destination",
    "selector",
    "secret",
    "amount",
    "address",
    "destination",
    undefined,
    undefined,
  ]);
});

test("the sentence around a value is shown without its neighbours", () => {
  const text = "Hello. Please pay to DE89370400440532013000 at once! Bye.";
  expect(sentenceAround(text, "DE89370400440532013000")).toBe(
    "Please pay to DE89370400440532013000 at once!",
  );
});
