/** A catalog over SQLite and the real sandbox, and the files of small capabilities. */
import type { CapabilityFiles, CapabilityId } from "../../../src/capabilities/catalog/capability.ts";
import { createCatalog } from "../../../src/capabilities/catalog/create-catalog.ts";
import type { CapabilityCatalog } from "../../../src/capabilities/catalog/port.ts";
import type { CapabilityFileStore } from "../../../src/capabilities/catalog/store.ts";
import { createIds } from "../../../src/domain/ids.ts";
import type { Sandbox } from "../../../src/sandbox/port.ts";
import { loadTypeStripper } from "../../../src/sandbox/strip-types.ts";
import { D1CapabilityStore } from "../../../src/storage/d1/capabilities/capabilities.ts";
import { type Database, openDatabase } from "../../../src/storage/d1/database.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { quickJs } from "../../support/quickjs.ts";

export const OWNER = "mona";

export interface Shelf {
  catalog: CapabilityCatalog;
  files: CapabilityFileStore & { paths(): string[] };
  db: Database;
}

export function aShelf(sandbox: Sandbox = quickJs): Shelf {
  let time = 1_000;
  const now = () => ++time;
  const db = openDatabase(nodeD1());
  const files = memoryFiles();
  const ids = createIds(now, (bytes) => void crypto.getRandomValues(bytes));
  const store = new D1CapabilityStore(db, now);
  return { catalog: createCatalog({ store, files, ids, sandbox, loadTypeStripper }), files, db };
}

function memoryFiles(): Shelf["files"] {
  const stored = new Map<string, string>();
  const at = (place: { owner: string; id: CapabilityId; digest?: string }) =>
    [place.owner, place.id, ...(place.digest === undefined ? [] : [place.digest])].join("/");
  return {
    paths: () => [...stored.keys()],
    async put(place, files) {
      for (const [path, text] of Object.entries(files)) stored.set(`${at(place)}/${path}`, text);
    },
    async get(place, paths) {
      const found = paths.flatMap((path) => {
        const text = stored.get(`${at(place)}/${path}`);
        return text === undefined ? [] : [[path, text] as const];
      });
      return found.length === paths.length ? Object.fromEntries(found) : undefined;
    },
    async remove(place) {
      for (const path of stored.keys()) if (path.startsWith(`${at(place)}/`)) stored.delete(path);
    },
  };
}

export interface Parts {
  main?: string;
  test?: string;
  /** What stands under `nightjar` in package.json. */
  nightjar?: object;
  manifest?: object;
}

export const DOUBLE = "export async function run({ n }: { n: number }) { return String(n * 2); }";
export const DOUBLE_TEST = 'export async function doubles(t) { t.equal(await t.run({ n: 4 }), "8"); }';
const INPUT = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

/** The files of `double`, or of another capability. */
export function filesOf(name = "double", parts: Parts = {}): CapabilityFiles {
  const { main = DOUBLE, test = DOUBLE_TEST, nightjar = {}, manifest = {} } = parts;
  const described = { name, description: `Gives back what ${name} makes.`, input_schema: INPUT, ...manifest };
  return {
    "main.ts": main,
    "test.ts": test,
    "package.json": JSON.stringify({ name, nightjar }),
    "manifest.json": JSON.stringify(described),
    "RUN.md": `# ${name}\n\nCall it with n.`,
  };
}

/** Published by a person, who says yes to all that it asks for. */
export async function published(
  catalog: CapabilityCatalog,
  name = "double",
  parts: Parts = {},
  owner = OWNER,
) {
  const files = filesOf(name, parts);
  const digest = (await catalog.check(owner, name, files)).found?.digest ?? "";
  const outcome = await catalog.publish(owner, name, { files, build_id: null, approved: digest });
  if (outcome.status !== "published") throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** The real sandbox, in which the first program waits until it is let on. */
export function heldSandbox(): { sandbox: Sandbox; reached: Promise<void>; letOn(): void } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let programs = 0;
  const sandbox: Sandbox = {
    ...quickJs,
    async run(job) {
      if (programs++ === 0) {
        reached.resolve();
        await released.promise;
      }
      return quickJs.run(job);
    },
  };
  return { sandbox, reached: reached.promise, letOn: () => released.resolve() };
}
