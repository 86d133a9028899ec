/** Tables that stream in: how their rows are read, and what is computed of them. */
import { describe, expect, test } from "vitest";
import { askTable } from "../../../../src/tools/tables/ask-table.ts";
import type { Query } from "../../../../src/tools/tables/query.ts";
import { rowsOf } from "../../../../src/tools/tables/rows.ts";

/** A stream whose chunks end anywhere. */
function streamed(text: string | Uint8Array, size = 7): ReadableStream<Uint8Array> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function rows(text: string | Uint8Array): Promise<string[][]> {
  const found: string[][] = [];
  for await (const batch of rowsOf(streamed(text))) found.push(...batch.rows);
  return found;
}

async function asked(text: string, query: Partial<Query>) {
  const [answer] = await askTable(streamed(text), { query: { limit: 20, ...query }, alive: () => undefined });
  return { rows: answer?.rows, says: answer?.says };
}

describe("rows", () => {
  test.each([
    [
      "quotes, separators and lines in a cell",
      'a,b\n"x, ""y""","two\nlines"\nc,d\n',
      [
        ["a", "b"],
        ['x, "y"', "two\nlines"],
        ["c", "d"],
      ],
    ],
    [
      "a separator that the file names",
      "sep=;\na;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "tabs and the line ends of Windows",
      "a\tb\r\n1\t2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a quote that is never closed costs its row alone",
      `a,b\n"x,1\n${"c,2\n".repeat(300)}`,
      [["a", "b"], ["x", "1"], ...Array(300).fill(["c", "2"])],
    ],
    ["text without a separator", "first line\nsecond line", [["first line"], ["second line"]]],
  ])("%s", async (_, text, expected) => {
    expect(await rows(text)).toEqual(expected);
  });

  test("umlauts of old programs, however late they come", async () => {
    const plain = `${"name,city\nAda,Berlin\n".repeat(4_000)}`;
    const bytes = Uint8Array.from([...plain, ..."J\u00f6rg,K\u00f6ln\n"].map((each) => each.charCodeAt(0)));
    const found: string[][] = [];
    for await (const batch of rowsOf(streamed(bytes, 20_000))) found.push(...batch.rows);
    expect(found.at(-1)).toEqual(["Jörg", "Köln"]);
  });

  test("a file that is no text is refused", async () => {
    await expect(rows(new Uint8Array(2_000))).rejects.toThrow("no text");
  });
});

const SALES = [
  "Datum;Kunde;Stadt;Menge;Preis",
  "05.01.2026;Müller GmbH;Köln;2;1.000,50",
  "17.01.2026;Weber;Hamburg;1;19,99",
  "03.02.2026;Müller GmbH;Köln;3;0,10",
  "04.02.2026;Schmidt;Köln;1;",
].join("\n");

describe("questions", () => {
  test("without one, the columns are told", async () => {
    const { rows: columns, says } = await asked(SALES, {});
    expect(says).toBe("4 rows, 5 columns. Numbers have a decimal comma.");
    expect(columns).toContainEqual(["Datum", "4", "date", "2026-01-05 to 2026-02-04"]);
    expect(columns).toContainEqual(["Stadt", "4", "text", "2 different: Köln (3), Hamburg (1)"]);
    expect(columns?.[4]?.slice(0, 3)).toEqual(["Preis", "3", "number"]);
  });

  test("rows are found by words and conditions, with their numbers", async () => {
    expect((await asked(SALES, { search: "muller koln" })).rows?.map(([row]) => row)).toEqual(["1", "3"]);
    const where = [
      { column: "datum", is: ">=", value: "2026-02" },
      { column: "Menge", is: ">", value: 1 },
    ] as const;
    expect((await asked(SALES, { where: [...where], columns: ["Kunde"] })).rows).toEqual([
      ["3", "Müller GmbH"],
    ]);
    const either = [
      { column: "Stadt", is: "=", value: "hamburg" },
      { column: "Preis", is: "empty" },
    ] as const;
    expect((await asked(SALES, { any: [...either] })).says).toBe("2 of 4 rows fit.");
  });

  test("a search that no row meets tells the nearest", async () => {
    const { rows: near, says } = await asked(SALES, { search: "Weber Köln" });
    expect(says).toMatch(/^No row has all of the words weber, koln/);
    expect(near?.[0]).toEqual(["2", "17.01.2026", "Weber", "Hamburg", "1", "19,99"]);
  });

  test("groups are counted and summed to the cent", async () => {
    const { rows: sums, says } = await asked(SALES, {
      group_by: [{ column: "Stadt" }],
      measures: [{ compute: "sum", column: "Menge", times: "Preis" }, { compute: "count" }],
    });
    expect(sums).toEqual([
      ["Köln", "2001.3", "3"],
      ["Hamburg", "19.99", "1"],
    ]);
    expect(says).toBe("4 of 4 rows fit; 2 groups.");
    const cents = `x,y\n${"a,0.1\n".repeat(30_000)}`;
    expect((await asked(cents, { measures: [{ compute: "sum", column: "y" }] })).rows).toEqual([["3000"]]);
  });

  test("months stand in order, and measures of nothing are empty", async () => {
    const months = await asked(SALES, { group_by: [{ column: "Datum", period: "month" }] });
    expect(months.rows).toEqual([
      ["2026-01", "2"],
      ["2026-02", "2"],
    ]);
    const none = await asked(SALES, {
      where: [{ column: "Stadt", is: "=", value: "Oslo" }],
      measures: [{ compute: "count" }, { compute: "average", column: "Preis" }],
    });
    expect(none.rows).toEqual([["0", ""]]);
  });

  test("the largest come first when they are asked for, whatever their number of digits", async () => {
    const { rows: best } = await asked(SALES, {
      sort: { by: "Preis", descending: true },
      columns: ["Preis"],
      limit: 2,
    });
    expect(best).toEqual([
      ["1", "1.000,50"],
      ["2", "19,99"],
    ]);
  });

  test("an unknown column is told with those that there are", async () => {
    await expect(asked(SALES, { columns: ["Price"] })).rejects.toThrow(
      'There is no column "Price". There are: Datum, Kunde, Stadt, Menge, Preis.',
    );
  });

  test("dates with slashes are read by the day that shows their order, codes are no numbers", async () => {
    const text = "id,day\n007,03/04/2026\n7,25/04/2026\n";
    const april = await asked(text, { where: [{ column: "day", is: "=", value: "2026-04" }] });
    expect(april.says).toBe("2 of 2 rows fit.");
    expect((await asked(text, { where: [{ column: "day", is: ">=", value: "2026-04-03" }] })).says).toBe(
      "2 of 2 rows fit.",
    );
    expect((await asked(text, { where: [{ column: "id", is: "=", value: "7" }] })).rows).toEqual([
      ["2", "7", "25/04/2026"],
    ]);
  });
});
