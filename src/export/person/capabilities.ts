/** Capabilities of a person's export: the newest version of each. */
import { type ImportFile, textOfFile } from "../files/byte-source.ts";
import type { Unit } from "../units.ts";

const FILE = /^capabilities\/([^/]+)\/v(\d{1,6})\/(.+)$/;
const MOST_OF_FILE = 800_000;

export function* capabilitiesIn(files: readonly ImportFile[], format: string): Generator<Unit, void> {
  for (const [name, version] of newestOf(files)) {
    const folder = `capabilities/${name}/v${version}/`;
    const own = files.filter(({ path }) => path.startsWith(folder));
    yield {
      size: own.reduce((sum, { size }) => sum + size, 0),
      findings: async () => [
        { kind: "capability", format, value: { name, files: await textsOf(own, folder.length) } },
      ],
    };
  }
}

function newestOf(files: readonly ImportFile[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { path } of files) {
    const [, name = "", version = "0"] = FILE.exec(path) ?? [];
    if (name !== "") newest.set(name, Math.max(newest.get(name) ?? 0, Number(version)));
  }
  return newest;
}

async function textsOf(files: readonly ImportFile[], from: number) {
  const texts: { path: string; text: string }[] = [];
  for (const file of files)
    texts.push({ path: file.path.slice(from), text: (await textOfFile(file, MOST_OF_FILE)) ?? "" });
  return texts;
}
