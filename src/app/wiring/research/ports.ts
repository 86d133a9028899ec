/** Ports of a research run's object: models, the web, memory and files of its owner, and the way of the report to them. */
import type { ResearchObjectPorts } from "../../../../durable-objects/research/ports.ts";
import { trustId } from "../../../domain/ids.ts";
import type { SourceTexts } from "../../../research/ports.ts";
import type { ResearchInit } from "../../../research/stored.ts";
import { R2Research } from "../../../storage/r2/research.ts";
import { R2SourceTexts } from "../../../storage/r2/source-texts.ts";
import type { House } from "../../house.ts";

export function researchPorts(house: House): ResearchObjectPorts {
  const { now, log, env } = house;
  const stored = new R2Research(env.BUCKET);
  return {
    now,
    log,
    outside: async (init) => (await import("./outside.ts")).researchOutside(house, init),
    texts: (init) => textsOf(env.BUCKET, init),
    deliver: async (delivery) => (await import("./deliver.ts")).deliverReport(house, delivery),
    tellWaiting: async (waiting) => (await import("./deliver.ts")).tellWaiting(house, waiting),
    tellProgress: async (run, isOver) => (await import("./deliver.ts")).tellProgress(house, run, isOver),
    keep: (snapshot) => stored.keep(snapshot),
  };
}

/** Kept as long as the run is: it is noted as their user. */
function textsOf(bucket: R2Bucket, { owner, id }: Pick<ResearchInit, "owner" | "id">): SourceTexts {
  const texts = new R2SourceTexts(bucket);
  return {
    keep: (text) => texts.put(owner, trustId(id), text),
    text: (hash) => texts.get(owner, hash),
  };
}
