import { describe, expect, it } from "vitest";
import { forPeople } from "../../../src/domain/text/translated/for-people.ts";
import { createTranslate } from "../../../src/domain/text/translated/translate.ts";

const translate = createTranslate({
  "There is no agent {slug}.": "Es gibt keinen Agenten {slug}.",
  "{label} did not answer ({status}).": "{label} hat nicht geantwortet ({status}).",
  "{reason} Nightjar gave up.": "{reason} Nightjar hat aufgegeben.",
  "Send it again.": "Sende es noch einmal.",
  "read {path}": "{path} lesen",
  "It would {what}": "Der Agent würde damit {what}",
});

describe("a text of the server in another language", () => {
  it("is found by its template, with the values in their places", () => {
    expect(translate("Claude did not answer (529).")).toBe("Claude hat nicht geantwortet (529).");
  });

  it("may hold another text of the server", () => {
    expect(translate("Claude did not answer (529). Nightjar gave up.")).toBe(
      "Claude hat nicht geantwortet (529). Nightjar hat aufgegeben.",
    );
    expect(translate("It would read notes.md")).toBe("Der Agent würde damit notes.md lesen");
  });

  it("is translated sentence by sentence where it was put together", () => {
    expect(translate("There is no agent owl. Nobody knows why. Send it again.")).toBe(
      "Es gibt keinen Agenten owl. Nobody knows why. Sende es noch einmal.",
    );
  });

  it("is left as it is when it is not known, and values are never templates", () => {
    expect(translate("Hello there")).toBe("Hello there");
    expect(translate("There is no agent {label} $&.")).toBe("Es gibt keinen Agenten {label} $&.");
  });
});

describe("a text of the server in the app", () => {
  it("names neither a field nor an address of the API", () => {
    expect(forPeople("slug: it stays. Make another one.")).toBe("It stays. Make another one.");
    expect(forPeople('There is no agent "owl". GET /api/v1/agents lists them.')).toBe(
      'There is no agent "owl".',
    );
    expect(forPeople("Its keeper deletes a client: DELETE /api/v1/clients/owl.")).toBe(
      "Its keeper deletes a client.",
    );
    expect(forPeople("Claude refused: the key is wrong.")).toBe("Claude refused: the key is wrong.");
  });
});
