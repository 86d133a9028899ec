/**
 * Families under kills: conversations that hand tasks on, to several at once, to some who hand them on again, to some who
 * ask first; each machine dies now and then. Whatever dies, each task comes to one result, where it belongs.
 */
import type { ModelRequest } from "../../src/agent/ports/model.ts";
import type { ConversationInit } from "../../src/domain/conversation/conversation.ts";
import { textOf } from "../../src/domain/message.ts";
import { must } from "../support/machine/broken.ts";
import { asked, calls, type Move, rounds, says, wait } from "../support/machine/rig.ts";
import { Family } from "../unit/children/family.ts";
import { deadly, saidAtLast } from "../unit/children/scripts.ts";
import { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

type Task = "plain" | "asks" | "hands on" | "delegates";
const TASKS: [Task, ...Task[]] = ["plain", "plain", "asks", "hands on", "delegates"];

interface Plan {
  waited: Task[];
  delegated: Task[];
}

/** Throws `Broken` when a promise is. */
export async function runFamily(seed: number): Promise<Tally> {
  const random = new Random(seed);
  const plan = planOf(random);
  let isCalm = false;
  const family = new Family({
    parent: (request) => parentMoves(request, plan),
    child: (request, init) => childMoves(request, init),
    travel: () => random.between(1, 400),
    fate: deadly(random, () => isCalm),
  });
  await saidAtLast(family, "Begin");
  for (let look = 0; look < 30; look++) await answerWhatIsAsked(family);
  isCalm = true;
  for (let look = 0; look < 30; look++) await answerWhatIsAsked(family, 120_000);
  await family.timeline.pass(7_200_000);
  check(family, plan, seed);
  const { waited, delegated } = plan;
  return {
    families: 1,
    kills: family.kills,
    conversations: family.members.size,
    "tasks waited for": waited.length,
    "tasks delegated": delegated.length,
  };
}

function planOf(random: Random): Plan {
  const some = (least: number) => Array.from({ length: random.between(least, 3) }, () => random.pick(TASKS));
  const waited = some(0);
  return { waited, delegated: some(waited.length === 0 ? 1 : 0) };
}

/** Hands everything on in its first step. */
function parentMoves(request: ModelRequest, { waited, delegated }: Plan): Move[] {
  if (rounds(request) > 0) return says("All is told.");
  const spawned = waited.map((task, at): [string, string, unknown] => [
    `w${at}`,
    "spawn_agent",
    { task: `${task} w${at}` },
  ]);
  const posted = delegated.map((task, at): [string, string, unknown] => [
    `d${at}`,
    "delegate",
    { agent: `agent-${at}`, task: `${task} d${at}` },
  ]);
  return calls(...spawned, ...posted);
}

function childMoves(request: ModelRequest, { parent }: ConversationInit): Move[] {
  const task = asked(request);
  const isFirst = rounds(request) === 0;
  const isTop = parent?.depth === 1;
  if (isFirst && task.startsWith("asks")) return calls(["q", "ask_user", { question: `Which? ${task}` }]);
  if (isFirst && isTop && task.startsWith("hands on")) {
    const below: [string, string, unknown][] = [
      ["s1", "spawn_agent", { task: "plain below" }],
      ["s2", "spawn_agent", { task: "asks below" }],
    ];
    return calls(...below);
  }
  if (isFirst && isTop && task.startsWith("delegates"))
    return calls(["e1", "delegate", { agent: "below", task: "plain further down" }]);
  return [wait(700), ...says(`Done: ${task}`)];
}

/** The person answers each question that they see, wherever it comes from. */
async function answerWhatIsAsked({ parent, timeline }: Family, pause = 1_000): Promise<void> {
  await timeline.pass(pause);
  const rows = parent.machine.isUp ? parent.store.children.open() : [];
  for (const { call_id, asks } of rows) {
    if (!asks.some(({ answered }) => !answered)) continue;
    await parent.answer(call_id, "this one").catch(() => undefined);
  }
}

function check({ parent, members }: Family, { waited, delegated }: Plan, seed: number): void {
  const events = [...parent.store.log.since(0)];
  // One that was killed too often is given up, and says so: it has no results.
  const isSealed = parent.messages().some(({ role, status }) => role === "assistant" && status === "failed");
  for (const at of waited.keys()) {
    const results = events.filter((event) => event.type === "tool_result" && event.call_id === `w${at}`);
    must(
      results.length === 1 || (isSealed && results.length === 0),
      "a task that is waited for has one result",
      { seed, at, results },
    );
  }
  const said = parent
    .messages()
    .filter(({ role, agent = "" }) => role === "assistant" && agent.startsWith("agent-"));
  const begun = parent.store.children.all();
  for (const at of delegated.keys()) {
    // A turn that was killed too often is given up before it has handed everything on: then the person is told that.
    const isBegun = begun.some(({ call_id }) => call_id === `d${at}`);
    const told = said.filter(({ agent }) => agent === `agent-${at}`);
    const detail = { seed, at, isBegun, told: told.map(({ parts }) => textOf(parts)) };
    must(told.length === (isBegun ? 1 : 0), "a delegated task is told of once", detail);
  }
  for (const rig of members.values()) {
    const open = rig.store.children.open();
    must(open.length === 0, "nobody is waited for in the end", { seed, open });
    must(rig.store.turns.open().length === 0, "every turn ends", { seed, said: rig.said() });
  }
}
