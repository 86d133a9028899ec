import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { override } from "../../../src/domain/override.ts";
import { createCatchUp, weeklyFileJobs } from "../../../src/jobs/catch-up.ts";
import { createFileJobs, indexedFiles, indexedWorkspace } from "../../../src/jobs/file-jobs.ts";
import type { NewJob } from "../../../src/jobs/job.ts";
import { createJobs } from "../../../src/jobs/jobs.ts";
import { readPdf } from "../../../src/reader/pdf.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { R2EveryFile } from "../../../src/storage/r2/every-file.ts";
import { R2Files } from "../../../src/storage/r2/files.ts";
import { R2Workspace } from "../../../src/storage/r2/workspace.ts";
import type { Workspace } from "../../../src/tools/workspace/port.ts";
import { createMachine, START } from "./machine.ts";

const { BUCKET, DB } = env as unknown as Env;
const bytes = (text: string) => new TextEncoder().encode(text);
const WEEK = 7 * 86_400_000;
let machines = 0;

/** A workspace and uploads whose changes become jobs, which run when they are told to. */
function createHouse(change: (workspace: Workspace) => Workspace = (workspace) => workspace) {
  const { memory, owner, find } = createMachine();
  // Times of its own: the jobs of other tests lie in the same table.
  let now = START + ++machines * WEEK;
  const clock = () => now;
  const ids = createIds(clock, (random) => void crypto.getRandomValues(random));
  const stored = change(new R2Workspace({ bucket: BUCKET, now: clock, pause: async () => {} }));
  const uploads = new R2Files({ bucket: BUCKET, ids });
  const added: string[] = [];
  const everyFile = new R2EveryFile(BUCKET);
  const jobs = createJobs({
    store: new D1JobStore(DB),
    doorbell: { ring: async () => {} },
    handlers: () => [
      ...createFileJobs({
        memory,
        workspace: stored,
        files: uploads,
        readPdf,
        readScan: async () => ({ problem: "" }),
        recognizesScans: () => false,
      }),
      createCatchUp({
        // Two a page, and of this house alone: the files of other tests lie in the same bucket.
        everyFile: {
          async after(area, last) {
            const page = await everyFile.after(area, last, 2);
            return { ...page, files: page.files.filter((file) => file.owner === owner) };
          },
        },
        memory,
        async enqueue(entries) {
          added.push(...(await jobs.enqueueAll(entries)).map(({ id }) => id));
        },
      }),
    ],
    ids,
    now: clock,
    log: () => {},
  });
  const enqueue = async (job: NewJob) => void added.push((await jobs.enqueue(job)).id);
  return {
    owner,
    memory,
    find,
    enqueue,
    now: clock,
    stored,
    uploads,
    workspace: indexedWorkspace(stored, { enqueue, now: clock }),
    files: indexedFiles(uploads, { enqueue, now: clock }),
    added,
    jobs,
    later: (ms: number) => {
      now += ms;
    },
    /** Runs the due jobs and returns their outcomes. */
    async work() {
      now += 5_000;
      const done: (string | undefined)[] = [];
      for (const id of added.splice(0)) {
        await jobs.run(id);
        done.push((await jobs.store.get(id))?.result);
      }
      return done;
    },
    passages: async (query: string) => {
      const hits = await memory.search({ owner, scopes: ["person"], query, limit: 5 });
      return hits.map(({ passage }) => ({
        source: passage.source,
        lines: passage.lines,
        name: passage.session,
      }));
    },
  };
}

describe("a file of the workspace", () => {
  test("is found with its lines after it was written, and no longer when it was removed", async () => {
    const { owner, workspace, work, passages } = createHouse();
    await workspace.write(owner, "notes/boat.md", {
      bytes: bytes("# Boat\nThe dinghy lies at berth B12.\n"),
    });
    expect(await work()).toEqual(["notes/boat.md indexed, 1 piece"]);
    expect(await passages("berth dinghy")).toEqual([
      { source: "notes/boat.md", lines: { start: 1, end: 3 }, name: "notes/boat.md" },
    ]);
    await workspace.remove(owner, "notes/boat.md");
    expect(await work()).toEqual(["notes/boat.md removed"]);
    expect(await passages("berth dinghy")).toEqual([]);
  });

  test("is found by its new words alone when it was written over", async () => {
    const { owner, workspace, work, find } = createHouse();
    await workspace.write(owner, "plan.md", { bytes: bytes("We sail to Gotland.") });
    await work();
    await workspace.write(owner, "plan.md", { bytes: bytes("We walk to Bergen.") });
    expect(await work()).toEqual(["plan.md indexed, 1 piece"]);
    expect(await find("Gotland")).toEqual([]);
    expect(await find("Bergen")).toEqual(["We walk to Bergen."]);
  });

  test("that is written again as it was is not indexed again", async () => {
    const { owner, workspace, work } = createHouse();
    await workspace.write(owner, "same.md", { bytes: bytes("Nothing new.") });
    await work();
    await workspace.write(owner, "same.md", { bytes: bytes("Nothing new.") });
    expect(await work()).toEqual(["same.md unchanged, 0 pieces"]);
  });

  test("that is written many times in a row is indexed once, and after its last write", async () => {
    const { owner, workspace, work, find, added } = createHouse();
    for (let n = 0; n < 40; n++) {
      await workspace.write(owner, "log.md", { bytes: bytes(`Entry ${n} of heron${n}.`) });
    }
    expect(added).toHaveLength(1);
    expect(await work()).toEqual(["log.md indexed, 1 piece"]);
    expect(await find("heron39")).toEqual(["Entry 39 of heron39."]);
  });

  test("that is written for minutes has a job now and then, the last one after the last write", async () => {
    const { owner, workspace, added, later, now, jobs } = createHouse();
    for (let second = 0; second < 120; second++) {
      await workspace.write(owner, "minutes.md", { bytes: bytes(`Second ${second}.`) });
      later(1_000);
    }
    expect(added.length).toBeLessThan(10);
    const last = await jobs.store.get(added.at(-1) ?? "");
    expect(last?.run_after).toBeGreaterThan(now() - 1_000);
  });

  test("has its job before it changes, so that a crash in between loses nothing", async () => {
    const { owner, workspace, work, passages, added } = createHouse((stored) =>
      override(stored, {
        async write(...change) {
          await stored.write(...change);
          throw new Error("the machine stops");
        },
      }),
    );
    await expect(workspace.write(owner, "late.md", { bytes: bytes("The kettle whistles.") })).rejects.toThrow(
      "stops",
    );
    expect(added.length).toBe(1);
    await work();
    expect((await passages("kettle")).length).toBe(1);
  });

  test("whose writing takes long is indexed after it has been written", async () => {
    const house = createHouse((stored) =>
      override(stored, {
        async write(...change) {
          house.later(1_500);
          return stored.write(...change);
        },
      }),
    );
    await house.workspace.write(house.owner, "slow.md", { bytes: bytes("Snails are slow.") });
    expect(house.added.length).toBe(2);
  });

  test("that changes while it is indexed is indexed as it is then", async () => {
    let reads = 0;
    const house = createHouse((stored) =>
      override(stored, {
        async read(owner, path) {
          const file = await stored.read(owner, path);
          if (++reads === 1) await stored.write(owner, path, { bytes: bytes("The second version.") });
          return file;
        },
      }),
    );
    await house.workspace.write(house.owner, "race.md", { bytes: bytes("The first version.") });
    await house.work();
    expect(await house.find("version")).toEqual(["The second version."]);
  });

  test("is nobody else's", async () => {
    const [one, other] = [createHouse(), createHouse()];
    await one.workspace.write(one.owner, "secret.md", {
      bytes: bytes("The password of the safe is mellon."),
    });
    await one.work();
    expect(await other.passages("password safe")).toEqual([]);
  });

  test("without text is left out, and so is a tool's cut output", async () => {
    const { owner, workspace, work, added, passages } = createHouse();
    await workspace.write(owner, "blob.bin", { bytes: Uint8Array.from([0, 1, 2, 3]) });
    expect(await work()).toEqual(["blob.bin holds no text"]);
    await workspace.write(owner, ".outputs/x.txt", { bytes: bytes("zeppelin") });
    expect(added).toEqual([]);
    expect(await passages("zeppelin")).toEqual([]);
  });

  test("that tells the agent who it is is found by a person and not recalled to the agent", async () => {
    const { owner, workspace, work, passages, memory } = createHouse();
    await workspace.write(owner, "SOUL.md", { bytes: bytes("You are a patient heron.") });
    await work();
    expect((await passages("patient heron")).length).toBe(1);
    const scope = { owner, agent: "nightjar", conversation_id: "cnv_none" };
    expect(
      await memory.recall.recall(scope, { query: "patient heron", limit: 5 }, new AbortController().signal),
    ).toEqual([]);
  });
});

describe("an upload", () => {
  const file = { name: "recipe.txt", media_type: "text/plain", bytes: bytes("Knead the dough.\nThen wait.") };

  test("is found under its name, and no longer when it was removed", async () => {
    const { owner, files, work, passages } = createHouse();
    const { id } = await files.put(owner, file);
    await work();
    expect(await passages("knead dough")).toEqual([
      { source: id, lines: { start: 1, end: 2 }, name: "recipe.txt" },
    ]);
    await files.remove(owner, id);
    await work();
    expect(await passages("knead dough")).toEqual([]);
  });

  test("that is a picture makes no work", async () => {
    const { owner, files, added } = createHouse();
    await files.put(owner, { ...file, media_type: "image/png" });
    expect(added).toEqual([]);
  });
});

describe("files that memory has not heard of", () => {
  /** All jobs that come of looking for them. */
  async function catchUp(house: ReturnType<typeof createHouse>): Promise<string[]> {
    for (const job of weeklyFileJobs(house.now())) await house.enqueue(job);
    const results: string[] = [];
    while (house.added.length > 0) results.push(...(await house.work()).map(String));
    return results;
  }

  test("are found after the next look for them, and what is indexed already is left alone", async () => {
    const house = createHouse();
    const { owner, stored, uploads, workspace, work, find } = house;
    for (const name of ["one", "two", "three"])
      await stored.write(owner, `old/${name}.md`, { bytes: bytes(`The ${name} lantern is green.`) });
    await uploads.put(owner, {
      name: "tide.txt",
      media_type: "text/plain",
      bytes: bytes("High tide at nine."),
    });
    await uploads.put(owner, { name: "sea.png", media_type: "image/png", bytes: bytes("not words") });
    await workspace.write(owner, "new.md", { bytes: bytes("The lantern is blue.") });
    await work();
    const results = await catchUp(house);
    expect(results.filter((each) => / indexed, /.test(each)).length).toBe(4);
    expect(results.filter((each) => / unchanged/.test(each))).toEqual([]);
    expect((await find("green lantern")).filter((text) => text.includes("green")).length).toBe(3);
    expect((await find("high tide"))[0]).toBe("High tide at nine.");
  });

  test("are looked for once a week, and looking again finds nothing new", async () => {
    const house = createHouse();
    await house.stored.write(house.owner, "old.md", { bytes: bytes("The lantern is green.") });
    expect((await catchUp(house)).filter((each) => / indexed, /.test(each)).length).toBe(1);
    for (const ms of [0, WEEK]) {
      house.later(ms);
      expect((await catchUp(house)).filter((each) => each.startsWith("old.md"))).toEqual([]);
    }
  });
});
