/** The way of a report to its person. */
import type { ReportDelivery } from "../../../../durable-objects/research/ports.ts";
import type { Notice } from "../../../domain/inbound.ts";
import type { House } from "../../house.ts";

/** The report as a file, each edition a version of it, then as a message of the agent in the conversation. */
export async function deliverReport(house: House, { init, report, edition }: ReportDelivery): Promise<void> {
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
