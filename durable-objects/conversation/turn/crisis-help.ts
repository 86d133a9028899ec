/** Help in a crisis: the first words of the answer, and the whole of it when no model says anything. */
import { STOPPED, type StepRecord, type TurnOutcome } from "../../../src/agent/turn.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { type Part, textOf } from "../../../src/domain/message.ts";
import { helpWithoutCast } from "../../../src/rooms/crisis/help.ts";
import type { CrisisHelp } from "../context/casting.ts";
import { endDraft } from "../outbox/draft.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";

/** Parts follow each other without a space between. */
const BELOW = "\n\n";

/** Shows the help as the first text of step 1, again each time when that text is void. */
export class HelpEvents {
  private readonly help: CrisisHelp | undefined;
  private isShown: boolean;

  constructor(help: CrisisHelp | undefined, steps: readonly StepRecord[]) {
    this.help = help?.isFirst ? help : undefined;
    this.isShown = steps.length > 0;
  }

  /** The event that follows this one, if any. */
  after(event: EventBody): EventBody | undefined {
    if (!this.help) return undefined;
    const isVoid = event.type === "reset" && event.from_step <= 1;
    if (!isVoid && (this.isShown || event.type !== "state")) return undefined;
    this.isShown = true;
    return { type: "text", delta: `${this.help.text}${BELOW}` };
  }
}

/** Sends the help into the chat at once: the rest of the answer follows it. */
export function deliverHelp(
  { outbox, store, ports }: Pick<RunnerDeps, "outbox" | "store" | "ports">,
  row: TurnRow,
  help: CrisisHelp,
): void {
  const to = outbox.addressee(row);
  if (!help.isFirst || to?.peers !== "people" || to.deliveredSoFar > 0) return;
  const outcome = { status: "completed" as const, parts: partsOf(help) };
  const account = { steps: 0, cost_usd: 0, trust: "trusted" as const };
  const draft = endDraft(to, outcome.parts, { outcome, account });
  if (!draft) return;
  store.commit(ports.now(), () => {
    outbox.put(row, draft);
    return [];
  });
  outbox.kick();
}

/** The outcome with the help in it. Unless a person stopped the turn, it is an answer: a model's failure is logged. */
export function withHelp<O extends TurnOutcome>(
  outcome: O,
  help: CrisisHelp | undefined,
  log: (reason: string) => void,
): O | Extract<TurnOutcome, { status: "completed" }> {
  if (!help) return outcome;
  const said = outcome.parts.filter(({ type }) => type !== "error");
  const isAnswered = textOf(said).trim() !== "";
  const isWanted = help.isFirst || !isAnswered || outcome.status === "failed";
  const parts = isWanted ? [...partsOf(help, isAnswered), ...said] : said;
  if (!("reason" in outcome) || outcome.reason === STOPPED) return { ...outcome, parts };
  const { reason, spent } = outcome;
  log(reason);
  return { status: "completed", parts, ...(spent && { spent }) };
}

/** Help for a turn that is given up before anybody was cast. */
export function helpOfGivenUp({ store }: Pick<RunnerDeps, "store">, row: TurnRow): CrisisHelp | undefined {
  const visit = store.visits.current;
  if (!visit) return undefined;
  const words = textOf(store.transcript.get(row.trigger_id)?.parts ?? []);
  const text = helpWithoutCast(visit, { decided: store.visits.decided(row.id), words });
  return text === undefined ? undefined : { text, isFirst: !visit.start.room.is_shared };
}

function partsOf({ text }: CrisisHelp, isFollowed = false): Part[] {
  return [{ type: "text", text: isFollowed ? `${text}${BELOW}` : text }];
}
