import { describe, expect, it } from "vitest";
import { consumeJobs } from "../../../src/jobs/consume.ts";
import type { Jobs } from "../../../src/jobs/jobs.ts";

/** What happens, in order, when a message of that queue names two jobs. */
async function consumed(queue: string): Promise<string[]> {
  const told: string[] = [];
  const jobs = { runFirst: async (urgency: string) => told.push(`runs ${urgency}`) } as unknown as Jobs;
  const message = { body: { job_ids: ["one", "two"] }, ack: () => told.push("acknowledged") };
  await consumeJobs(jobs, { queue, messages: [message] }, async () => void told.push("waits"));
  return told;
}

describe("jobs that nobody waits for", () => {
  it("each begin when there is time for them", async () => {
    expect(await consumed("jobs-background")).toEqual([
      "waits",
      "runs background",
      "waits",
      "runs background",
      "acknowledged",
    ]);
  });

  it("stand back for those that somebody waits for, which begin at once", async () => {
    expect(await consumed("jobs-interactive")).toEqual([
      "runs interactive",
      "runs interactive",
      "acknowledged",
    ]);
  });
});
