/** Charts and diagrams of office documents, which stand in parts of their own, as lines of Markdown. */
import type { Package } from "./package.ts";
import { row, ruler } from "./writer.ts";
import { readXml } from "./xml.ts";

const MOST_BYTES = 3_000_000;
const MOST_DRAWINGS = 100;
const MOST_POINTS = 500;

interface Relations {
  relations: ReadonlyMap<string, string>;
  /** Folder of the part that refers to them. */
  folder: string;
}

/** Lines by relation. */
export async function drawingsOf(
  file: Package,
  { relations, folder }: Relations,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [id, target] of relations) {
    if (found.size >= MOST_DRAWINGS) break;
    const path = pathOf(folder, target);
    if (/\/charts\/chart[^/]*\.xml$/.test(path)) found.set(id, await chartLines(file, path));
    if (/\/diagrams\/data[^/]*\.xml$/.test(path)) found.set(id, await diagramLines(file, path));
  }
  return found;
}

export function pathOf(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const parts = folder.split("/");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Points of a diagram, each on a line. */
async function diagramLines(file: Package, path: string): Promise<string[]> {
  const lines: string[] = [];
  let [text, isText] = ["", false];
  await readXml(file.pieces(path, MOST_BYTES), {
    isDone: () => lines.length >= MOST_POINTS,
    open(name) {
      isText = name === "t";
      if (name === "br") text += " ";
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name !== "p") return;
      if (text.trim() !== "") lines.push(`- ${text.trim()}`);
      text = "";
    },
  });
  return lines;
}

interface Series {
  name: string;
  categories: string[];
  values: string[];
}

/** A chart as a table: its categories, and a column for each series. */
async function chartLines(file: Package, path: string): Promise<string[]> {
  const reader = new ChartReader();
  await readXml(file.pieces(path, MOST_BYTES), reader);
  const { title, series, axes } = reader;
  const [first] = series;
  const head = `Chart: ${title}`.replace(/: $/, "");
  if (!first) return title === "" ? [] : [head];
  const points = Math.min(MOST_POINTS, Math.max(...series.map(({ values }) => values.length)));
  const table = Array.from({ length: points }, (_, at) => [
    series.find(({ categories }) => categories[at] !== undefined)?.categories[at] ?? "",
    ...series.map(({ values }) => values[at] ?? ""),
  ]);
  const names = ["", ...series.map(({ name }) => name)];
  const axisLine = axes.length === 0 ? [] : ["", `Axes: ${axes.join(", ")}`];
  return [head, "", row(names), ruler(names.length), ...table.map(row), ...axisLine, ""];
}

class ChartReader {
  title = "";
  /** Titles of its axes. */
  readonly axes: string[] = [];
  private axis = "";
  readonly series: Series[] = [];
  private readonly inside: string[] = [];
  private at = 0;
  private value = "";

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.inside.push(name);
    if (name === "ser") this.series.push({ name: "", categories: [], values: [] });
    if (name === "pt") this.at = Math.min(MOST_POINTS, Number(attributes["idx"]) || 0);
    if (name === "v" || name === "t") this.value = "";
  }

  text(text: string): void {
    this.value += text;
  }

  close(name: string): void {
    this.inside.pop();
    if (name === "t" && this.inside.includes("title")) this.name(this.value);
    if (name === "title" && this.axis !== "") this.axes.push(this.axis);
    if (name === "title") this.axis = "";
    if (name === "v") this.point(this.series.at(-1));
  }

  private name(words: string): void {
    if (this.inside.includes("plotArea")) this.axis += words;
    else this.title += words;
  }

  private point(series: Series | undefined): void {
    if (!series || !this.inside.includes("ser")) return;
    const value = this.value.trim();
    if (this.inside.includes("tx")) series.name ||= value;
    else if (["cat", "xVal"].some((each) => this.inside.includes(each))) series.categories[this.at] = value;
    else if (["val", "yVal"].some((each) => this.inside.includes(each))) series.values[this.at] = value;
  }
}
