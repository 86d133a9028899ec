import { describe, expect, test } from "vitest";
import { fieldsOf, inputOf } from "../../../web/pages/capabilities/form.ts";

const SCHEMA = {
  type: "object",
  required: ["city", "days"],
  properties: {
    city: { type: "string", description: "Where" },
    days: { type: "integer" },
    units: { type: "string", enum: ["metric", "imperial"] },
    hourly: { type: "boolean" },
    places: { type: "array" },
  },
};

describe("the form of a capability", () => {
  test("has a field for each property of its schema", () => {
    expect(fieldsOf(SCHEMA).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ["city", "text", true],
      ["days", "number", true],
      ["units", "choice", false],
      ["hourly", "yes_no", false],
      ["places", "json", false],
    ]);
    expect(fieldsOf({ type: "object" })).toEqual([]);
  });

  test("gives values as their schema has them, and leaves out what is empty", () => {
    const values = { city: "Bonn", days: "3", hourly: "false", places: '["a"]', units: "" };
    expect(inputOf(fieldsOf(SCHEMA), values)).toEqual({
      ok: true,
      input: { city: "Bonn", days: 3, hourly: false, places: ["a"] },
    });
  });

  test("says which field can't be read", () => {
    expect(inputOf(fieldsOf(SCHEMA), { days: "many" })).toMatchObject({
      ok: false,
      problem: expect.stringContaining("days"),
    });
    expect(inputOf(fieldsOf(SCHEMA), { places: "[" })).toMatchObject({ ok: false });
  });
});
