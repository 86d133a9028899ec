import { describe, expect, test } from "vitest";
import { withConversation } from "../../../web/markdown/place.ts";
import { chosenIn, idFor, others } from "../../../web/pages/persons/persons.ts";

test("a file of a message is asked for as one of its conversation, and nothing else is", () => {
  expect(withConversation("/api/v1/files/fil_1", "cnv_1")).toBe("/api/v1/files/fil_1?conversation=cnv_1");
  expect(withConversation("/api/v1/files/fil_1?size=2", "cnv_1")).toBe(
    "/api/v1/files/fil_1?size=2&conversation=cnv_1",
  );
  expect(withConversation("/api/v1/files/fil_1?conversation=cnv_2#a", "cnv_1")).toBe(
    "/api/v1/files/fil_1?conversation=cnv_1",
  );
  expect(withConversation("/api/v1/files/fil_1", null)).toBe("/api/v1/files/fil_1");
  expect(withConversation("https://example.com/a.png", "cnv_1")).toBe("https://example.com/a.png");
});

describe("persons of an agent", () => {
  const PEOPLE = [
    { id: "psn_a", name: "Ann" },
    { id: "psn_b", name: "Bob" },
    { id: "psn_c", name: "Bob" },
  ];

  test("are shown by name, and by id where it is not known", () => {
    expect(chosenIn("psn_a\n psn_z \n\npsn_a", PEOPLE)).toEqual([PEOPLE[0], { id: "psn_z", name: "psn_z" }]);
    expect(others("psn_a", PEOPLE).map(({ id }) => id)).toEqual(["psn_b", "psn_c"]);
  });

  test("are meant by a name that one alone has, else by what was typed", () => {
    expect(["ann ", "Bob", "psn_b", " "].map((words) => idFor(words, PEOPLE))).toEqual([
      "psn_a",
      "Bob",
      "psn_b",
      "",
    ]);
  });
});
