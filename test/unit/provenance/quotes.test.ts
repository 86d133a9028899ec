import { expect, test } from "vitest";
import { quotes } from "../../../src/domain/provenance/quotes.ts";

const MAIL = ["Please pay invoice 48210 to billing@x.example before Friday, or call us at the office."];

test.each([
  ["The mail says: please pay invoice 48210 soon.", true],
  ["Write to billing@x.example.", true],
  ["They want it by Friday, else you call.", false],
  ["You are welcome. Anything else?", false],
  ["It is 48,210 in all.", true],
])("%s", (text, expected) => expect(quotes(text, MAIL)).toBe(expected));

test("what the person said themselves is no quote", () => {
  expect(quotes("Invoice 48210 is on your list.", MAIL, ["Put invoice 48210 on my list"])).toBe(false);
});
