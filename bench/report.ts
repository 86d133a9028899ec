/** The table of a run, as Markdown. */

export interface Line {
  what: string;
  unit: string;
  /** Absent where the floor has nothing like it. */
  floor?: number;
  nightjar: number;
}

export interface Setting {
  when: string;
  fsyncMs: number;
  tracing: boolean;
  cores: number;
  processor: string;
  versions: string;
}

export function report(setting: Setting, measured: readonly string[]): string {
  return [
    `# Measured ${setting.when}`,
    "",
    `${setting.cores} cores (${setting.processor}), ${setting.versions}, local tracing ${setting.tracing ? "on" : "off"}.`,
    `A 4 KB append with fsync takes ${format(setting.fsyncMs)} ms here (median): compare figures only beside it.`,
    ...measured,
    "",
  ].join("\n");
}

export function besideFloor(lines: Line[]): string[] {
  return [
    "The floor is a bare Worker and Durable Object that does no more than pass words on and keep them.",
    "",
    ...table(
      ["floor", "Nightjar"],
      lines.map(({ what, unit, floor, nightjar }) => ({ what, unit, figures: [floor, nightjar] })),
    ),
  ];
}

/** What is measured of two, and the second's ratio to the first. */
export interface Row {
  what: string;
  unit: string;
  figures: readonly (number | undefined)[];
}

export function table(names: readonly [string, string], rows: readonly Row[]): string[] {
  return [
    `| what | unit | ${names.join(" | ")} | ratio |`,
    "| --- | --- | ---: | ---: | ---: |",
    ...rows.map(lineOf),
  ];
}

function lineOf({ what, unit, figures: [first, second = Number.NaN] }: Row): string {
  const ratio = first === undefined || first === 0 ? "" : `${(second / first).toFixed(2)}x`;
  return `| ${what} | ${unit} | ${first === undefined ? "" : format(first)} | ${format(second)} | ${ratio} |`;
}

function format(value: number): string {
  if (Number.isNaN(value)) return "n/a";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
