import { describe, expect, it } from "vitest";
import { flag, iso, limit } from "../../../../src/app/http/query.ts";
import { date } from "../../../../src/contract/schema.ts";
import { definedOf } from "../../../../src/domain/defined.ts";

describe("a query", () => {
  it("says how many, at most so many, and what is usual when it says nothing", () => {
    const size = limit({ usual: 30, most: 100 });
    expect(size.parse(undefined)).toBe(30);
    expect(size.parse("100")).toBe(100);
    for (const wrong of ["101", "0", "-1", "1.5", "many"]) expect(size.safeParse(wrong).success).toBe(false);
  });

  it("switches a thing on by true or 1, and off by false, 0 or nothing", () => {
    expect(["true", "1"].map((text) => flag.parse(text))).toEqual([true, true]);
    expect(["false", "0", undefined].map((text) => flag.parse(text))).toEqual([false, false, false]);
    for (const wrong of ["yes", "TRUE", ""]) expect(flag.safeParse(wrong).success).toBe(false);
  });

  it("names a time as a day or a moment, and is told what is none", () => {
    expect(date.parse("2026-03-31")).toBe(Date.UTC(2026, 2, 31));
    expect(date.parse("2026-03-31T12:00:00Z")).toBe(Date.UTC(2026, 2, 31, 12));
    expect(date.safeParse("soon").error?.issues[0]?.message).toBe(
      '"soon" is not a date; write it as 2026-03-31 or 2026-03-31T12:00:00Z',
    );
  });
});

describe("a time in an answer", () => {
  it("is in ISO 8601, or null where there is none", () => {
    expect(iso(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(iso(undefined)).toBeNull();
  });
});

describe("a change", () => {
  it("leaves out what has no value, and keeps what is null or false", () => {
    const fields: { name: string; title?: string | undefined; agent: string | null; pinned?: boolean } = {
      name: "a",
      title: undefined,
      agent: null,
      pinned: false,
    };
    expect(Object.entries(definedOf(fields))).toEqual([
      ["name", "a"],
      ["agent", null],
      ["pinned", false],
    ]);
  });
});
