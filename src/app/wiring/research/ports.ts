/** Ports of a research run's object: models, the web, memory and files of its owner, and the way of the report to them. */
import type { ReportDelivery, ResearchObjectPorts } from "../../../../durable-objects/research/ports.ts";
import { trustId } from "../../../domain/ids.ts";
import type { Notice } from "../../../domain/inbound.ts";
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
    deliver: (delivery) => deliver(house, delivery),
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

/** The report as a file, each edition a version of it, then as a message of the agent in the conversation. */
async function deliver(house: House, { init, report, edition }: ReportDelivery): Promise<void> {
  const { workspace, frontDoor, people, agentCache, log } = house;
  const path = reportPath(init);
  await workspace.write(init.owner, path, {
    bytes: new TextEncoder().encode(`${report.markdown}\n`),
    media_type: "text/markdown",
    trust: "untrusted",
    author: { by: "agent", agent: init.agent },
  });
  if (init.conversation_id === null) return;
  const principal = await people.standing({ owner: init.owner, role: "admin", name: "Admin" });
  if (!principal) return;
  const { slug, name } = await agentCache.get(init.agent);
  const inbound: Notice = {
    type: "notice",
    key: `${init.id}:${edition}`,
    source: { channel: "system", sender: init.id, sender_name: "Research" },
    text: `${shortened(report.markdown)}\n\n[${path}](/files?path=${encodeURIComponent(path)})`,
    spoken_by: { agent: slug, author: name },
    trust: "untrusted",
  };
  const background = (work: Promise<unknown>) =>
    void work.catch((problem: unknown) => log.warn("report_not_noted", { problem: String(problem) }));
  const to = { conversation: init.conversation_id };
  const entered = await frontDoor.enter({ principal, to, inbound, background });
  if (entered.ok) return;
  const { error, reason } = entered.failure;
  // A conversation that is gone gets no report: the file has it.
  if (error === "resource_not_found" || error === "forbidden" || error === "conflict") return;
  throw new Error(reason);
}

const LONGEST = 60_000;

function shortened(markdown: string): string {
  return markdown.length <= LONGEST ? markdown : `${markdown.slice(0, LONGEST)} …`;
}

function reportPath({ id, order }: ReportDelivery["init"]): string {
  const words = order.question
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `research/${words || "report"}-${id.slice(-6)}.md`;
}
