/** Pieces of a page, as programs print them, become lines in the order in which people read. */
import { describe, expect, test } from "vitest";
import { PageText } from "../../../src/reader/pdf-page-text.ts";

type Given = [text: string, x: number, y: number, width: number, size?: number];

function pageOf(...pieces: readonly Given[]): string {
  const page = new PageText();
  page.add(
    pieces.map(([str, x, y, width, size = 10]) => ({
      str,
      width,
      height: size,
      transform: [size, 0, 0, size, x, y],
    })),
  );
  return page.end();
}

describe("lines", () => {
  test("have their words apart where the page has a gap, and together where it has none", () => {
    expect(pageOf(["effi", 0, 100, 20], ["cient", 20, 100, 25], ["work", 49, 100, 20])).toBe(
      "efficient work",
    );
  });

  test("keep an exponent, and print what is printed twice for boldness once", () => {
    expect(
      pageOf(["x", 0, 100, 5], ["2", 5, 104, 3, 6], ["Bold", 12, 100, 20], ["Bold", 12.3, 100, 20]),
    ).toBe("x2 Bold");
  });

  test("that follow at a distance are paragraphs of their own", () => {
    expect(pageOf(["One", 0, 100, 20], ["goes on", 0, 88, 40], ["Two", 0, 60, 20])).toBe(
      "One\ngoes on\n\nTwo",
    );
  });

  test("of turned pages are read along their own direction", () => {
    const page = new PageText();
    const turned = (str: string, y: number) => ({
      str,
      width: 20,
      height: 10,
      transform: [0, 10, -10, 0, 50, y],
    });
    page.add([turned("one", 0), turned("word", 24)]);
    expect(page.end()).toBe("one word");
  });
});

describe("letters that a font lacks", () => {
  /** As a word processor prints them: behind the rest of the line. */
  const line: Given[] = [
    ["Chúng tôi đã đ t phòng khách s n", 56.8, 748, 166.8, 12],
    ["Đà N ng t", 236.9, 748, 51.1, 12],
    ["ngày m", 298.7, 748, 35.7, 12],
    ["i hai", 349.3, 748, 24, 12],
    ["ặ", 127.8, 748, 7.2, 12],
    ["ạ", 210.6, 748, 7.2, 12],
    ["ở", 226.7, 748, 7.2, 12],
    ["ẵ", 262.6, 748, 7.2, 12],
    ["ừ", 288.1, 748, 7.7, 12],
    ["ườ", 334.5, 748, 14.9, 12],
  ];

  test("stand in the gaps that were left for them", () => {
    expect(pageOf(...line)).toBe("Chúng tôi đã đặt phòng khách sạn ở Đà Nẵng từ ngày mười hai");
  });

  test("stand around letters of the line where these stand in a gap of theirs", () => {
    expect(
      pageOf(
        ["i th", 321.5, 100, 16.4, 12],
        ["t", 349.2, 100, 3.3, 12],
        ["xin", 363.8, 100, 16, 12],
        ["ư ừ", 338.2, 100, 22.3, 12],
      ),
    ).toBe("i thư từ xin");
  });

  test("stand in the gap of a line that is one piece", () => {
    expect(pageOf(["cu c ban", 50, 100, 47.4, 12], ["ộ", 63, 100, 7.2, 12])).toBe("cuộc ban");
  });

  test("stand each in a gap of its own where one stands within a word and the next behind it", () => {
    expect(
      pageOf(["duy t", 467, 100, 30.7, 12], ["y th", 510.9, 100, 19, 12], ["ệ Ủ", 487.8, 100, 23.7, 12]),
    ).toBe("duyệt Ủy th");
  });

  test("stay behind the line where it has no gap for them", () => {
    expect(pageOf(["watermarked", 0, 100, 60], ["DRAFT", 20, 100, 30])).toBe("watermarked | DRAFT");
  });
});

describe("words at the end of a line", () => {
  test("that are divided are joined", () => {
    expect(pageOf(["The commit-", 0, 100, 60], ["tee met", 0, 88, 40])).toBe("The committee met");
    expect(pageOf(["Verwal\u00ad", 0, 100, 60], ["tung", 0, 88, 40])).toBe("Verwaltung");
  });

  test("that have a hyphen elsewhere keep it, as do names and numbers", () => {
    expect(
      pageOf(["A well-known bird", 0, 112, 90], ["and a well-", 0, 100, 60], ["known one", 0, 88, 40]),
    ).toContain("a well-known one");
    expect(pageOf(["Baden-", 0, 100, 60], ["Baden", 0, 88, 40])).toBe("Baden-\nBaden");
  });

  test("in Chinese and Japanese go on in the next line, where the line is full", () => {
    expect(pageOf(["委员会批准了年度预", 0, 100, 200], ["算。", 0, 86, 20])).toBe("委员会批准了年度预算。");
    expect(pageOf(["預算", 0, 100, 20], ["委員會批准了", 0, 86, 200])).toBe("預算\n委員會批准了");
  });

  test("have the sign of the word, not of the radical that looks like it", () => {
    expect(pageOf(["\u2ed3\u65f6\u2ea0\u2f08", 0, 100, 30])).toBe("长时民人");
  });
});

describe("tables", () => {
  test("have their cells apart, row by row", () => {
    expect(
      pageOf(
        ["Item", 0, 100, 20],
        ["Price", 100, 100, 25],
        ["Tax", 150, 100, 20],
        ["Chair", 0, 86, 25],
        ["120", 100, 86, 15],
        ["24", 150, 86, 10],
      ),
    ).toBe("Item | Price | Tax\nChair | 120 | 24");
  });

  test("have a cell of several lines in its row", () => {
    expect(
      pageOf(
        ["A chair", 0, 100, 35],
        ["of oak", 0, 88, 30],
        ["in stock", 100, 100, 40],
        ["120", 200, 100, 15],
        ["A desk", 0, 70, 30],
        ["450", 200, 70, 15],
      ),
    ).toBe("A chair of oak | in stock | 120\n\nA desk | 450");
  });

  test("are not made of a line that is spread to the edge, nor of two columns of a text", () => {
    expect(
      pageOf(["and", 0, 100, 20], ["no", 45, 100, 12], ["one", 82, 100, 20], ["came", 127, 100, 25]),
    ).toBe("and no one came");
    const column = (x: number): Given[] =>
      Array.from({ length: 20 }, (_, at) => [`line ${at}`, x, 500 - 12 * at, 80]);
    expect(pageOf(...column(0), ...column(120))).not.toContain("|");
  });
});

describe("right-to-left text", () => {
  test("that is printed as it lies on the page is read from the right, its numbers and Latin words from the left", () => {
    expect(
      pageOf(
        ["ועם", 0, 100, 20],
        ["Microsoft", 25, 100, 40],
        ["Office", 70, 100, 30],
        ["ביום", 105, 100, 20],
        ["14.3.2026", 130, 100, 40],
        ["הוועדה", 175, 100, 30],
      ),
    ).toBe("הוועדה 14.3.2026 ביום Microsoft Office ועם");
  });

  test("that is printed as it is read stays so", () => {
    expect(pageOf(["שולחן", 200, 100, 30], ["450", 150, 100, 15], ["ישן", 90, 100, 20])).toBe(
      "שולחן | 450 | ישן",
    );
  });

  test("has its brackets the right way round, and its Arabic ligatures in order", () => {
    expect(pageOf(["(", 0, 100, 4], ["מחשבים", 4, 100, 40], [")", 44, 100, 4], ["ציוד", 52, 100, 20])).toBe(
      "ציוד (מחשבים)",
    );
    expect(pageOf(["ال شيء في األثاث", 0, 100, 60])).toBe("لا شيء في الأثاث");
  });
});
