import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tableOf } from "../../../../web/chat/beside/csv.ts";
import { pathsFor } from "../../../../web/chat/beside/editing/document-paths.ts";
import { quotedPassage } from "../../../../web/chat/beside/editing/passage.ts";
import { formatOf, isPreviewable } from "../../../../web/chat/beside/format.ts";
import { panView, WHOLE, zoomView } from "../../../../web/chat/beside/zoom.ts";
import type { Exchange } from "../../../../web/thread/exchanges.ts";
import type { ToolSegment } from "../../../../web/thread/thread.ts";
import { isDocument, writesOf, writtenPath } from "../../../../web/thread/written.ts";

describe("a table as text", () => {
  it("is read with quotes, line ends of any kind, and cells that are empty", () => {
    const text = '\ufeffname,note\r\n"Ann, the ""first""",\n,"two\nlines"\n\nBob,';
    expect(tableOf(text)).toEqual({
      head: ["name", "note"],
      rows: [
        ['Ann, the "first"', ""],
        ["", "two\nlines"],
        ["Bob", ""],
      ],
      more: 0,
    });
  });

  it("has whatever stands between its cells", () => {
    expect(tableOf("a;b\n1,5;2").rows).toEqual([["1,5", "2"]]);
    expect(tableOf("a\tb\n1\t2").rows).toEqual([["1", "2"]]);
    expect(tableOf("").head).toEqual([]);
    expect(tableOf('a,b\n"never closed').rows).toEqual([["never closed"]]);
  });

  it("has all its lines where a quote is wrong", () => {
    const wild = readFileSync(new URL("../../../fixtures/wild/csv-bad-quotes.csv", import.meta.url), "utf8");
    const { rows } = tableOf(wild);
    expect(rows).toHaveLength(4);
    expect(rows[1]).toEqual(['"Board" pine', "2m", "9"]);
    expect(rows.at(-1)).toEqual(["Nail", "4mm", "2"]);
    expect(tableOf('a,b\n"open,1\nNail,2\n').rows).toEqual([
      ["open", "1"],
      ["Nail", "2"],
    ]);
    expect(tableOf('a,b\n"He said "hi" to me",1\n5" pipe,2').rows).toEqual([
      ['He said "hi" to me', "1"],
      ['5" pipe', "2"],
    ]);
    expect(tableOf('a,b\n"x" y,"z"\nlast,1').rows).toEqual([
      ['"x" y', "z"],
      ["last", "1"],
    ]);
  });

  it("takes the separator that the file names, and line ends of an old Macintosh", () => {
    const wild = readFileSync(new URL("../../../fixtures/wild/csv-sep-line.csv", import.meta.url), "utf8");
    expect(tableOf(wild)).toEqual({ head: ["Name", "Betrag"], rows: [["A", "1,5"]], more: 0 });
    expect(tableOf("a|b\r1,5|2").rows).toEqual([["1,5", "2"]]);
    expect(tableOf("Betrag, netto;Ort\n1,50;Ulm\n2,50;Bonn").head).toEqual(["Betrag, netto", "Ort"]);
  });

  it("tells how many rows are too many", () => {
    const { rows, more } = tableOf(`n\n${Array.from({ length: 1_005 }, (_, at) => at).join("\n")}`);
    expect([rows.length, more]).toEqual([1_000, 5]);
  });
});

describe("the form of a preview", () => {
  it("is told by the language or the ending, and by the type of a file that has none", () => {
    expect(formatOf({ kind: "code", title: "", language: "HTML", text: "" })).toBe("page");
    expect(formatOf({ kind: "workspace", path: "a.b/chart.svg" })).toBe("svg");
    expect(formatOf({ kind: "workspace", path: "Makefile" })).toBe("text");
    const file = { kind: "file", name: "scan", address: "" } as const;
    expect(formatOf({ ...file, media_type: "application/pdf" })).toBe("pdf");
    expect(formatOf({ ...file, media_type: "image/svg+xml" })).toBe("text");
    expect([isPreviewable("a.zip", "application/zip"), isPreviewable("a.log", "text/plain")]).toEqual([
      false,
      true,
    ]);
  });
});

describe("a picture that is looked at closely", () => {
  it("keeps the point under the hand, and goes back to the whole", () => {
    const near = zoomView(WHOLE, 2, { x: 100, y: 50 });
    expect(near).toEqual({ scale: 2, x: -100, y: -50 });
    expect(panView(near, { x: 10, y: 0 })).toEqual({ scale: 2, x: -90, y: -50 });
    expect(zoomView(near, 0.5)).toEqual(WHOLE);
    expect(panView(WHOLE, { x: 10, y: 0 })).toEqual(WHOLE);
    expect(zoomView(near, 100).scale).toBe(8);
  });
});

describe("a file that an agent has written", () => {
  const call = (name: string, is_error: boolean | null, path: unknown = "plan.md") =>
    ({
      kind: "tool",
      key: "call_1",
      name,
      input: { path },
      progress: [],
      result: is_error === null ? null : { content: "", is_error },
    }) as unknown as ToolSegment;

  it("is there once its call went well", () => {
    const paths = [call("write", false), call("edit", true), call("write", null), call("read", false)];
    expect(paths.map(writtenPath)).toEqual(["plan.md", null, null, null]);
    expect(writtenPath(call("write", false, 7))).toBe(null);
  });

  it("is a document unless it is a note of the agent's to itself", () => {
    const paths = ["plan.md", "site/index.html", "a.SVG", "MEMORY.md", "skills/x/SKILL.md", "run.py"];
    expect(paths.filter(isDocument)).toEqual(["plan.md", "site/index.html", "a.SVG"]);
  });

  it("is counted over all answers", () => {
    const answer = (...segments: ToolSegment[]) => ({ items: [{ kind: "answer", segments }] });
    const exchanges = [
      answer(call("write", false), call("write", false, "other.md")),
      answer(call("edit", false)),
    ] as unknown as Exchange[];
    expect(writesOf(exchanges, "plan.md")).toBe(2);
  });
});

describe("a document that is edited", () => {
  it("is named by its own title, and by its language", () => {
    const page = { language: "HTML", text: "<title>Solar &amp; wind</title>" };
    expect(pathsFor(page).slice(0, 2)).toEqual([
      "documents/solar-amp-wind.html",
      "documents/solar-amp-wind-2.html",
    ]);
    expect(pathsFor({ language: "markdown", text: "Hm\n## Über Öl\n" })[0]).toBe("documents/uber-ol.md");
    expect(pathsFor({ language: "../x", text: "" })[0]).toBe("documents/document.txt");
  });

  it("is quoted with its lines where the passage stands in its text", () => {
    const text = "one\ntwo\nthree";
    expect(quotedPassage("two\nthree", { title: "a.md", text })).toBe(
      "In a.md, lines 2 to 3:\n> two\n> three\n\n",
    );
    expect(quotedPassage("two", { title: "a.md", text })).toBe("In a.md, line 2:\n> two\n\n");
    expect(quotedPassage("drawn", { title: "a.md", text })).toBe("In a.md:\n> drawn\n\n");
    expect(quotedPassage("x".repeat(5_000), { title: "a.md", text }).length).toBeLessThan(1_600);
  });
});
