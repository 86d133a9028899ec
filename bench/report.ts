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

export function report(setting: Setting, lines: Line[]): string {
  const rows = lines.map(({ what, unit, floor, nightjar }) => {
    const ratio = floor === undefined || floor === 0 ? "" : `${(nightjar / floor).toFixed(2)}x`;
    return `| ${what} | ${unit} | ${floor === undefined ? "" : format(floor)} | ${format(nightjar)} | ${ratio} |`;
  });
  return [
    `# Measured ${setting.when}`,
    "",
    `${setting.cores} cores (${setting.processor}), ${setting.versions}, local tracing ${setting.tracing ? "on" : "off"}.`,
    `A 4 KB append with fsync takes ${format(setting.fsyncMs)} ms here (median): compare figures only beside it.`,
    "The floor is a bare Worker and Durable Object that does no more than pass words on and keep them.",
    "",
    "| what | unit | floor | Nightjar | ratio |",
    "| --- | --- | ---: | ---: | ---: |",
    ...rows,
    "",
  ].join("\n");
}

function format(value: number): string {
  if (Number.isNaN(value)) return "n/a";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
