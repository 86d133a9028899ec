/** Next actions of the offline model. */
export type Answer =
  | { type: "text"; text: string }
  | { type: "calls"; calls: { name: string; input: { [key: string]: unknown } }[] };
