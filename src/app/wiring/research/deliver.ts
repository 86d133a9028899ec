/** The way of a report to its person. */
import type { ReportDelivery, WaitingRun } from "../../../../durable-objects/research/ports.ts";
import { markersIn } from "../../../agent/sources/markers.ts";
import type { CitedText } from "../../../agent/sources/renumber.ts";
import { type ConversationId, parseId } from "../../../domain/ids.ts";
import type { Notice } from "../../../domain/inbound.ts";
import type { CitationPart } from "../../../domain/message.ts";
import { progressWords } from "../../../research/plan/progress.ts";
import { waitingWords } from "../../../research/plan/waiting.ts";
import type { ResearchReport } from "../../../research/run.ts";
import type { SeenRun } from "../../../research/stored.ts";
import { R2SourceTexts } from "../../../storage/r2/source-texts.ts";
import type { House } from "../../house.ts";
import { askConversation } from "../../objects/stubs.ts";

/** The report as a file, each edition a version of it, then as a message of the agent in the conversation, with its citations. */
export async function deliverReport(house: House, delivery: ReportDelivery): Promise<void> {
  const { init, report } = delivery;
  const path = reportPath(init);
  await house.workspace.write(init.owner, path, {
    bytes: new TextEncoder().encode(`${report.markdown}\n`),
    media_type: "text/markdown",
    trust: "untrusted",
    author: { by: "agent", agent: init.agent },
  });
  const conversation = parseId("cnv", init.conversation_id ?? "");
  if (conversation) await tell(house, delivery, { path, conversation });
}

/** A plan or a question that waits: the app shows them on the run's card, other chats are told in words. */
export async function tellWaiting(house: House, { init, view, edition }: WaitingRun): Promise<void> {
  const conversation = parseId("cnv", init.conversation_id ?? "");
  if (!conversation || !init.is_of_chat) return;
  const { slug, name } = await house.agentCache.get(init.agent);
  const what = view.clarification === undefined ? "plan" : "question";
  await enter(house, init.owner, {
    conversation,
    inbound: {
      type: "notice",
      key: `${init.id}:${edition}:${what}`,
      source: { channel: "system", sender: init.id, sender_name: "Research" },
      text: waitingWords(init.order.question, view),
      spoken_by: { agent: slug, author: name },
      trust: "untrusted",
    },
  });
}

/** The chat where it was begun is shown one message that is edited. */
export async function tellProgress(
  { people, env }: House,
  { init, view }: SeenRun,
  isOver: boolean,
): Promise<void> {
  const conversation = parseId("cnv", init.conversation_id ?? "");
  if (!conversation || !init.place || !view) return;
  const principal = await people.standing({ owner: init.owner, role: "admin", name: "Admin" });
  if (!principal) return;
  const text = progressWords(init.order.question, view, isOver);
  const shown = { work: init.id, place: init.place, text, is_over: isOver };
  await askConversation(env, conversation, async (stub) => void (await stub.showProgress(principal, shown)));
}

interface Place {
  /** File of the report. */
  path: string;
  conversation: ConversationId;
}

async function tell(house: House, delivery: ReportDelivery, place: Place): Promise<void> {
  const { init, report } = delivery;
  const { conversation } = place;
  const texts = new SourcesOfReport(house, init.owner, conversation);
  // A temporary chat is in no index: it keeps no texts.
  if (await house.conversations.get(conversation)) await texts.keep(report);
  const inbound = await noticeOf(house, delivery, place);
  const entered = await enter(house, init.owner, { conversation, inbound });
  if (entered === "gone") await texts.drop(report);
}

/** `refused`: the conversation takes nothing from its owner any more. Rejects when it may take it later. */
async function enter(
  { frontDoor, people, log }: House,
  owner: string,
  { conversation, inbound }: { conversation: ConversationId; inbound: Notice },
): Promise<"taken" | "gone" | "refused"> {
  const principal = await people.standing({ owner, role: "admin", name: "Admin" });
  if (!principal) return "refused";
  const background = (work: Promise<unknown>) =>
    void work.catch((problem: unknown) => log.warn("report_not_noted", { problem: String(problem) }));
  const entered = await frontDoor.enter({ principal, to: { conversation }, inbound, background });
  if (entered.ok) return "taken";
  const { error, reason } = entered.failure;
  if (error === "resource_not_found") return "gone";
  if (error === "forbidden" || error === "conflict") return "refused";
  throw new Error(reason);
}

async function noticeOf(house: House, delivery: ReportDelivery, { path }: Place): Promise<Notice> {
  const { init, report, edition } = delivery;
  const { slug, name } = await house.agentCache.get(init.agent);
  const { text, citations } = shortened(report.cited ?? { text: report.markdown, citations: [] });
  return {
    type: "notice",
    key: `${init.id}:${edition}`,
    source: { channel: "system", sender: init.id, sender_name: "Research" },
    text: `${text}\n\n[${path}](/files?path=${encodeURIComponent(path)})`,
    citations,
    spoken_by: { agent: slug, author: name },
    trust: "untrusted",
  };
}

const LONGEST = 60_000;

/** A citation has its marker in the text, or goes with it. */
function shortened({ text, citations }: CitedText): { text: string; citations: CitationPart[] } {
  if (text.length <= LONGEST) return { text, citations: [...citations] };
  const kept = text.slice(0, LONGEST);
  return { text: `${kept} …`, citations: citations.slice(0, markersIn(kept).length) };
}

/** Texts of a report's sources, as the conversation's own: they stay readable there when the run is deleted. */
class SourcesOfReport {
  private readonly texts: R2SourceTexts;
  private readonly owner: string;
  private readonly conversation: ConversationId;

  constructor({ env }: House, owner: string, conversation: ConversationId) {
    this.texts = new R2SourceTexts(env.BUCKET);
    this.owner = owner;
    this.conversation = conversation;
  }

  async keep(report: ResearchReport): Promise<void> {
    for (const hash of hashesOf(report)) {
      const text = await this.texts.get(this.owner, hash);
      if (text !== undefined) await this.texts.put(this.owner, this.conversation, text);
    }
  }

  async drop(report: ResearchReport): Promise<void> {
    await this.texts.drop(this.owner, this.conversation, hashesOf(report));
  }
}

function hashesOf({ cited }: ResearchReport): string[] {
  return [...new Set(cited?.citations.flatMap(({ source_id }) => source_id ?? []))];
}

function reportPath({ id, order }: ReportDelivery["init"]): string {
  const words = order.question
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `research/${words || "report"}-${id.slice(-6)}.md`;
}
