import { describe, expect, test } from "vitest";
import { excerptOf } from "../../../../src/tools/files/large-file/excerpt.ts";
import { divide } from "../../../../src/tools/files/large-file/pieces.ts";

const FILLER =
  "The committee met in the large hall and spoke of the weather, the roof and the garden. ".repeat(12);

/** A report of so many pages, with these words on some of them. */
function report(pages: number, told: Record<number, string> = {}): string {
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    return `[page ${page} of ${pages}]\nMinutes of day ${page}\n${FILLER}\n\n${told[page] ?? ""}`;
  }).join("\n\n");
}

describe("the excerpt of a large file", () => {
  const text = report(200, {
    57: "Invoices are to be paid within 45 days, or a fee of 3 % falls due.",
    140: "The notice period of the lease is nine months, to the end of a quarter.",
  });

  test("has the passages that fit the question, each with its page and its lines", () => {
    const { passages, fits } = excerptOf(text, "How long is the notice period of our lease?");
    expect(fits).toBe(true);
    const at = passages.indexOf("nine months");
    const place = /\[page (\d+), lines? (\d+)(?:-(\d+))?\][^[]*$/.exec(passages.slice(0, at));
    expect(place?.[1]).toBe("140");
    const line = text.split("\n").findIndex((each) => each.includes("nine months")) + 1;
    expect(Number(place?.[2])).toBeLessThanOrEqual(line);
    expect(Number(place?.[3] ?? place?.[2])).toBeGreaterThanOrEqual(line);
    expect(passages).not.toContain("45 days");
  });

  test("has a line for each page, and the beginning", () => {
    const { outline, passages, lines } = excerptOf(text, "What must be paid, and when are invoices late?");
    expect(outline.split("\n")).toHaveLength(200);
    expect(outline).toContain("page 57 (line ");
    expect(outline).toContain("Minutes of day 57");
    expect(passages).toContain("[page 1, ");
    expect(passages).toContain("45 days");
    expect(lines).toBe(text.split("\n").length);
  });

  test("is the beginning where no word of the question stands in it", () => {
    const { fits, passages } = excerptOf(text, "Zusammenfassung?");
    expect(fits).toBe(false);
    expect(passages).toContain("[page 1, ");
    expect(passages).not.toContain("[page 30, ");
  });

  test("stays small, however large the file and whatever is asked", () => {
    const { outline, passages } = excerptOf(report(1_500), "Which committee met in the hall? The weather?");
    expect(outline.length).toBeLessThan(16_000);
    expect(passages.length).toBeLessThan(30_000);
  });

  test("has chapters where there are no pages, and parts where there are neither", () => {
    const chapters = ["Money", "People", "Roof"].map((name) => `# ${name}\n\n${FILLER}`).join("\n\n");
    expect(excerptOf(chapters, "roof").outline).toMatch(/^line 1: Money\nline \d+: People\nline \d+: Roof$/);
    const log = Array.from(
      { length: 5_000 },
      (_, row) => `row ${row}: ${row === 4_321 ? "disk full" : "ok"}`,
    );
    const { outline, passages } = excerptOf(log.join("\n"), "When was the disk full?");
    expect(outline.split("\n").length).toBeLessThanOrEqual(40);
    expect(passages).toContain("row 4321: disk full");
  });

  test("is found in scripts without spaces", () => {
    const pages = Array.from({ length: 30 }, (_, page) =>
      `第${page}章。会議は広い部屋で行われた。`.repeat(30),
    );
    pages[20] = "解約の通知期間は九か月です。";
    expect(excerptOf(pages.join("\n\n"), "通知期間はどのくらいですか").passages).toContain("九か月");
  });
});

test("pieces hold every word once, and a line without an end is cut", () => {
  const text = `${report(3)}\n${"word ".repeat(2_000)}`;
  const { pieces } = divide(text);
  const plain = (words: string) =>
    words
      .replace(/\[page \d of 3\]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  expect(plain(pieces.map((piece) => piece.text).join(" "))).toBe(plain(text));
  expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(1_200);
});
