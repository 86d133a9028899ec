import { expect, it } from "vitest";
import type { JobContext } from "../../../src/jobs/job.ts";
import { createPreviewJobs, previewJobs } from "../../../src/jobs/preview-jobs.ts";

const DAY_MS = 86_400_000;
const NOW = 20 * DAY_MS + 5;

/** The run of the job at `NOW`, and what it asked for. */
async function swept(left: string[]): Promise<{ asked: unknown[]; told: string }> {
  const asked: unknown[] = [];
  const [handler] = createPreviewJobs({
    left: async (before) => {
      asked.push(["left", before]);
      return left;
    },
    end: async (conversation) => void asked.push(["end", conversation]),
    removeOld: async (before) => void asked.push(["remove", before]),
  });
  const context = { now: () => NOW, heartbeat: async () => void asked.push("alive") };
  return { asked, told: String(await handler?.run({}, context as unknown as JobContext)) };
}

it("previews that are a day old are ended one by one, and then their agents go", async () => {
  const { asked, told } = await swept(["cnv_1", "cnv_2"]);
  expect(asked).toEqual([
    ["left", NOW - DAY_MS],
    ["end", "cnv_1"],
    "alive",
    ["end", "cnv_2"],
    "alive",
    ["remove", NOW - DAY_MS],
  ]);
  expect(told).toBe("2 previews ended");
});

it("they are looked for once a day", () => {
  const idAt = (now: number) => previewJobs(now)[0]?.id;
  expect(idAt(NOW)).toBe(idAt(NOW + 1_000));
  expect(idAt(NOW)).not.toBe(idAt(NOW + DAY_MS));
});
