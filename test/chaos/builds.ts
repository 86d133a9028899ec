/**
 * Builds under kills: a capability is asked for, written, asked about, tested, allowed and registered, while the machines
 * of both conversations die now and then. It goes on or fails visibly, and is registered and paid for once.
 */
import type { Build } from "../../src/capabilities/builds/record/build.ts";
import { must } from "../support/machine/broken.ts";
import { type ConversationRig, calls, type Move, rounds, says, wait } from "../support/machine/rig.ts";
import { asksForIt, WELL, Workshop } from "../unit/capabilities/workshop.ts";
import { deadly, saidAtLast } from "../unit/children/scripts.ts";
import { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

/** Throws `Broken` when a promise is. */
export async function runBuild(seed: number): Promise<Tally> {
  const random = new Random(seed);
  const steps = stepsOf(random);
  let isCalm = false;
  const workshop = new Workshop({
    builder: (request) => steps[rounds(request)] ?? [wait(300), ...says("It is ready.")],
    parent: (request) => [wait(200), ...asksForIt(request)],
    travel: () => random.between(1, 400),
    fate: deadly(random, () => isCalm),
  });
  const { family } = workshop;
  await saidAtLast(family, "Begin");
  for (let look = 0; look < 25; look++) await livesOn(workshop, 1_000);
  isCalm = true;
  for (let look = 0; look < 25; look++) await livesOn(workshop, 120_000);
  check(workshop, seed);
  const ends = workshop.store.all().map(({ status }) => [status, 1]);
  return {
    builds: 1,
    kills: family.kills,
    "never asked for": ends.length === 0 ? 1 : 0,
    ...Object.fromEntries(ends),
  };
}

/** Now and then with a question in between. */
function stepsOf(random: Random): Move[][] {
  const asks = calls(["q1", "ask_user", { question: "Which unit?" }]);
  const slow = WELL.map((moves) => [wait(random.between(50, 800)), ...moves]);
  return random.chance(0.4) ? [asks, ...slow] : slow;
}

/** The person says yes to what they are asked, wherever it comes from. */
async function livesOn(workshop: Workshop, pause: number): Promise<void> {
  const { parent, timeline } = workshop.family;
  await timeline.pass(pause);
  await workshop.runJobs();
  const rows = parent.machine.isUp ? parent.store.children.open() : [];
  for (const { call_id, asks } of rows) {
    const ask = asks.find(({ answered }) => !answered);
    if (ask?.type === "approval") await parent.decide(call_id, { decision: "once" }).catch(() => undefined);
    if (ask?.type === "question") await parent.answer(call_id, "Celsius").catch(() => undefined);
  }
}

function check(workshop: Workshop, seed: number): void {
  const { store, family } = workshop;
  const [build, ...others] = store.all();
  must(others.length === 0, "one call begins one build", { seed, others });
  if (build) checkEnd(workshop, build, seed);
  for (const rig of family.members.values()) {
    must(rig.store.turns.open().length === 0, "every turn ends", { seed, said: rig.said() });
    must(Math.abs(paid(rig) - rig.store.meta.cost_usd) < 1e-9, "each model call is paid once", { seed });
  }
  const isTold = family.parent
    .messages()
    .some(({ role, status }) => role === "assistant" && status === "failed");
  must(build !== undefined || isTold, "what was not asked for is told of", { seed });
}

function checkEnd({ catalog, family }: Workshop, build: Build, seed: number): void {
  must(build.status !== "building", "a build ends", { seed, build });
  const isDone = build.status === "completed";
  const versions = catalog.versions.get(build.name) ?? [];
  must(versions.length === (isDone ? 1 : 0), "what is registered is registered once", {
    seed,
    build,
    versions,
  });
  must(isDone || catalog.failed.includes(build.name), "the catalog knows what has failed", { seed, build });
  const told = family.parent.messages().filter(({ agent }) => agent === "builder");
  const begun = family.parent.store.children.all();
  must(told.length === begun.length, "the person is told once what came of it", { seed, build, told });
  const child = family.children[0];
  if (child && isDone)
    must(build.cost_usd === child.store.meta.cost_usd, "the row says what it cost", { seed, build });
}

/** What has come to the ledger: the same row again counts once. */
function paid({ flushed }: ConversationRig): number {
  const rows = (flushed as { costs: { id: string; cost_usd: number | null }[] }[]).flatMap(
    ({ costs }) => costs,
  );
  const bills = new Map(rows.map(({ id, cost_usd }) => [id, cost_usd ?? 0]));
  return [...bills.values()].reduce((sum, bill) => sum + bill, 0);
}
