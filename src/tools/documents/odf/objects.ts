/** Charts and formulas of OpenDocument files, which stand in documents of their own inside, as lines of Markdown. */
import type { Package } from "../package.ts";
import { row, ruler } from "../writer.ts";
import { readXml } from "../xml.ts";

const MOST_OBJECTS = 100;
const MOST_BYTES = 3_000_000;
const MOST_ROWS = 500;

/** Lines by the object's folder. */
export async function objectsOf(file: Package): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of file.paths()) {
    const [, folder] = /^(.+)\/content\.xml$/.exec(path) ?? [];
    if (folder === undefined || found.size >= MOST_OBJECTS) continue;
    const text = await file.text(path, MOST_BYTES);
    found.set(folder, /<(?:\w+:)?math[\s>]/.test(text) ? await formulaLines(text) : await chartLines(text));
  }
  return found;
}

async function formulaLines(text: string): Promise<string[]> {
  const from = text.search(/<(?:\w+:)?math[\s>]/);
  const math = text.slice(from).replace(/(<\/?)\w+:/g, "$1");
  const { readWholeHtml } = await import("../../web/html/html.ts");
  const shown = readWholeHtml(math).trim();
  return shown === "" ? [] : [shown];
}

async function chartLines(text: string): Promise<string[]> {
  const reader = new ObjectChart();
  await readXml([text], reader);
  const { titles, rows } = reader;
  const [title, ...others] = titles;
  if (title === undefined && rows.length === 0) return [];
  const [head = [], ...body] = rows;
  return [
    `Chart: ${reader.hasTitle ? (title ?? "") : ""}`.replace(/: $/, ""),
    "",
    ...(rows.length > 0 ? [row(head), ruler(head.length), ...body.map(row)] : []),
    ...axisLine(reader.hasTitle ? others : titles),
  ];
}

function axisLine(names: readonly string[]): string[] {
  return names.length === 0 ? [] : ["", `Axes: ${names.join(", ")}`, ""];
}

class ObjectChart {
  readonly titles: string[] = [];
  readonly rows: string[][] = [];
  hasTitle = false;
  private said = "";
  private isText = false;
  private isAxis = false;

  isDone(): boolean {
    return this.rows.length >= MOST_ROWS;
  }

  open(name: string): void {
    if (name === "axis") this.isAxis = true;
    if (name === "table-row") this.rows.push([]);
    if (name === "table-cell" || name === "title") this.said = "";
    if (name === "p") this.isText = true;
  }

  text(text: string): void {
    if (this.isText) this.said += text;
  }

  close(name: string): void {
    if (name === "p") this.isText = false;
    if (name === "axis") this.isAxis = false;
    if (name === "table-cell") this.rows.at(-1)?.push(this.said);
    if (name !== "title" || this.said.trim() === "") return;
    this.hasTitle ||= !this.isAxis;
    this.titles.push(this.said.trim());
  }
}
