/** What the offline model can do next. */
export type Answer =
  | { type: "text"; text: string }
  | { type: "calls"; calls: { name: string; input: { [key: string]: unknown } }[] };
