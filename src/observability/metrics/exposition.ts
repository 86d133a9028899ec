/** Prometheus' text format, version 0.0.4. */
import { BUCKETS_S, FAMILIES, type Family } from "./families.ts";

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Point {
  /** Name without the prefix. */
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const PREFIX = "nightjar_";

/** Families without points are left out, and points without a family too. */
export function exposition(points: readonly Point[]): string {
  return FAMILIES.flatMap((family) => linesOf(family, points))
    .join("\n")
    .concat("\n");
}

function linesOf(family: Family, points: readonly Point[]): string[] {
  const own =
    family.type === "histogram"
      ? histogram(family.name, points)
      : points.filter(({ name }) => name === family.name);
  if (own.length === 0) return [];
  const name = `${PREFIX}${family.name}`;
  return [`# HELP ${name} ${family.help}`, `# TYPE ${name} ${family.type}`, ...own.map(lineOf)];
}

/** Buckets are cumulative: each holds all that is at or below its bound. */
function histogram(name: string, points: readonly Point[]): Point[] {
  const counts = new Map(
    points
      .filter((point) => point.name === `${name}_bucket`)
      .map(({ labels, value }) => [labels["le"], value]),
  );
  if (counts.size === 0) return [];
  let below = 0;
  const buckets = [...BUCKETS_S.map(String), "+Inf"].map((le) => {
    below += counts.get(le) ?? 0;
    return { name: `${name}_bucket`, labels: { le }, value: below };
  });
  const sum = points.find((point) => point.name === `${name}_sum`)?.value ?? 0;
  return [
    ...buckets,
    { name: `${name}_sum`, labels: {}, value: sum },
    { name: `${name}_count`, labels: {}, value: below },
  ];
}

function lineOf({ name, labels, value }: Point): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${PREFIX}${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
