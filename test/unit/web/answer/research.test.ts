import { expect, test } from "vitest";
import type { Research } from "../../../../src/contract/agents/research.ts";
import type { ResearchEvent } from "../../../../src/contract/agents/research-events.ts";
import { pauseAfter } from "../../../../web/chat/answer/research/pace.ts";
import { moveOf, rewordingOf } from "../../../../web/chat/answer/research/plan-edits.ts";
import { runOf } from "../../../../web/chat/answer/research/run-of-call.ts";
import {
  countsOf,
  doableWith,
  fileNameOf,
  hostsOf,
  type Step,
  stagesOf,
  standingSteps,
  titleOf,
  workedFor,
} from "../../../../web/chat/answer/research/standing.ts";
import { afterEvent } from "../../../../web/chat/answer/research/told.ts";
import { endingWords, stateWords } from "../../../../web/chat/answer/research/words.ts";

function stepOf(id: string, more: Partial<Step> = {}): Step {
  return {
    id,
    question: `${id}?`,
    places: ["web"],
    state: "open",
    by: "model",
    cost_usd: 0,
    sources: 0,
    notes: 0,
    remark: null,
    ...more,
  };
}

function runWith(more: Partial<Research> = {}): Research {
  return {
    id: "res_1",
    question: "Why?",
    agent: "nightjar",
    model: "offline/demo",
    conversation_id: null,
    phase: "gather",
    state: "running",
    edition: 1,
    plan: { steps: [], clarification: null },
    sources: [],
    notes: [],
    contradictions: [],
    spend: { ceiling_usd: 2, spent_usd: 0, reserved_usd: 0, planned_usd: 0 },
    ended_by: [],
    report: null,
    may_steer: true,
    created_at: "2026-11-28T10:00:00.000Z",
    started_at: "2026-11-28T10:01:00.000Z",
    ended_at: null,
    ...more,
  };
}

function planOf(...steps: Step[]): Pick<Research, "plan"> {
  return { plan: { steps, clarification: null } };
}

test("a call names its run only in the tool's own words, and no failed call does", () => {
  const result = (content: string, is_error = false) => ({
    result: { call_id: "c", name: "start_research", content, is_error, trust: "trusted" as const },
  });
  expect(runOf(result("Research res_01abc has begun. Tell the person."))).toBe("res_01abc");
  expect(runOf(result("Research res_01abc has begun. Tell the person.", true))).toBeUndefined();
  expect(runOf(result("I read: Research res_01abc has begun. Really."))).toBeUndefined();
  expect(runOf({ result: null })).toBeUndefined();
});

test("stages before the phase are past, and reading shows its share of the steps that stand", () => {
  const plan = planOf(
    stepOf("p1", { state: "done" }),
    stepOf("p2", { state: "running" }),
    stepOf("p3", { state: "struck" }),
  );
  expect(standingSteps(plan).map(({ id }) => id)).toEqual(["p1", "p2"]);
  expect(stagesOf(runWith(plan))).toEqual([
    { stage: "plan", mark: "past", share: 0 },
    { stage: "gather", mark: "now", share: 0.5 },
    { stage: "write", mark: "ahead", share: 0 },
    { stage: "check", mark: "ahead", share: 0 },
  ]);
  expect(
    stagesOf(runWith({ state: "completed", phase: "report" })).every(({ mark }) => mark === "past"),
  ).toBe(true);
});

test("sites are told without www, one's own places by their kind, the newest first", () => {
  const addresses = [
    "https://www.owls.example/a",
    "memory:m1",
    "https://owls.example/b",
    "files:notes.md#1",
    "library:eggs",
  ];
  expect([...hostsOf(addresses.map((address) => ({ address })))]).toEqual([
    ["library", 1],
    ["files", 1],
    ["owls.example", 2],
    ["memory", 1],
  ]);
});

test("sentences are counted by how they stand, and claims also where no notes are shown", () => {
  const sentence = (
    support: "quoted" | "supported" | "contradicted" | "unsupported" | "ours",
    text = "So.",
  ) => ({
    text,
    cites: [],
    support,
    sources: 1,
    remark: null,
  });
  const sentences = [
    sentence("quoted"),
    sentence("supported"),
    sentence("ours"),
    sentence("contradicted"),
    sentence("supported", ""),
  ];
  const report = { markdown: "# Owls\n\nSo.", sentences, is_written: true };
  const run = runWith({
    ...planOf(stepOf("p1", { notes: 2, sources: 1 }), stepOf("p2", { notes: 3, sources: 2 })),
    report,
  });
  expect(countsOf(run)).toEqual({ sources: 2, claims: 5, supported: 2, marked: 1 });
  expect(titleOf(run)).toBe("Owls");
  expect(titleOf(runWith())).toBe("Why?");
  expect([fileNameOf("Wo brüten Eulen?"), fileNameOf("?!")]).toEqual(["wo-brüten-eulen.md", "report.md"]);
});

test("its owner starts a plan that waits, stops a run, and resumes one that left something; others do nothing", () => {
  const can = (run: Research) =>
    Object.entries(doableWith(run)).flatMap(([name, may]) => (may ? [name] : []));
  const plan = planOf(stepOf("p1"));
  expect(can(runWith({ ...plan, state: "waiting", phase: "plan" }))).toEqual(["start", "edit"]);
  expect(can(runWith({ ...plan, phase: "plan" }))).toEqual(["edit", "stop"]);
  expect(can(runWith(plan))).toEqual(["edit", "stop"]);
  const noted = planOf(stepOf("p1", { state: "running", notes: 1 }));
  expect(can(runWith(noted))).toEqual(["edit", "write", "stop"]);
  expect(can(runWith({ ...plan, phase: "check" }))).toEqual(["stop"]);
  const done = planOf(stepOf("p1", { state: "done" }));
  expect(can(runWith({ ...done, state: "completed", phase: "report" }))).toEqual([]);
  expect(can(runWith({ ...done, state: "completed", phase: "report", ended_by: ["budget"] }))).toEqual([
    "resume",
  ]);
  expect(can(runWith({ ...plan, state: "halted", phase: "report" }))).toEqual(["resume"]);
  for (const state of ["waiting", "running", "halted"] as const)
    expect(can(runWith({ ...plan, state, may_steer: false }))).toEqual([]);
});

test("a step moves past its open neighbours alone, and new words are an edit only when they differ", () => {
  const steps = [stepOf("p0", { state: "running" }), stepOf("p1"), stepOf("p2"), stepOf("p3")];
  expect(moveOf(steps, "p1", -1)).toBeUndefined();
  expect(moveOf(steps, "p0", 1)).toBeUndefined();
  expect(moveOf(steps, "p2", -1)).toEqual({ op: "move", id: "p2", before: "p1" });
  expect(moveOf(steps, "p1", 1)).toEqual({ op: "move", id: "p1", before: "p3" });
  expect(moveOf(steps, "p2", 1)).toEqual({ op: "move", id: "p2", before: null });
  expect(rewordingOf(stepOf("p1"), " p1? ")).toBeUndefined();
  expect(rewordingOf(stepOf("p1"), " ")).toBeUndefined();
  expect(rewordingOf(stepOf("p1"), "Who? ")).toEqual({ op: "reword", id: "p1", question: "Who?" });
});

test("looks grow apart while there is no news, and end with the run", () => {
  expect([0, 1, 2, 20].map((quiet) => pauseAfter({ state: "running" }, quiet))).toEqual([
    1_000, 1_500, 2_250, 10_000,
  ]);
  expect(pauseAfter({ state: "completed" }, 0)).toBeUndefined();
  expect(pauseAfter(null, 0)).toBe(1_000);
});

test("events change what they tell of, and told again nothing", () => {
  const run = runWith(planOf(stepOf("p1")));
  const { spend, started_at } = run;
  const note = { id: "n1", step_id: "p1", source_id: "s1", claim: "So.", quote: "so", start: 0, end: 2 };
  const source = { id: "s1", title: "Owls", address: "https://owls.example/", read_at: started_at, hash: "" };
  const report = { markdown: "# Owls", sentences: [], is_written: true };
  const ending = {
    phase: "report" as const,
    spend,
    ended_by: ["time" as const],
    started_at,
    ended_at: started_at,
  };
  const events: ResearchEvent[] = [
    { type: "plan", seq: 1, steps: [stepOf("p1"), stepOf("p2")], clarification: null },
    { type: "step", seq: 2, ...stepOf("p2", { state: "running" }) },
    { type: "source", seq: 3, ...source },
    { type: "note", seq: 4, ...note, id: "n2", is_dropped: false },
    { type: "note", seq: 5, ...note, is_dropped: true },
    { type: "report", seq: 6, edition: 2, report, contradictions: [] },
    { type: "state", seq: 7, state: "completed", edition: 2, ...ending },
  ];
  const once = events.reduce(afterEvent, { ...run, notes: [note] });
  expect(once).toMatchObject({
    plan: {
      steps: [
        { id: "p1", state: "open" },
        { id: "p2", state: "running" },
      ],
    },
    sources: [source],
    notes: [{ id: "n2" }],
    report,
    state: "completed",
    edition: 2,
    may_steer: true,
    ...ending,
  });
  expect(events.reduce(afterEvent, once)).toEqual(once);
});

test("the time that it worked ends with it, and is never negative", () => {
  const begun = Date.parse("2026-11-28T10:01:00.000Z");
  expect(workedFor(runWith(), begun + 5_000)).toBe(5_000);
  expect(workedFor(runWith(), begun - 5_000)).toBe(0);
  expect(workedFor(runWith({ ended_at: "2026-11-28T10:03:00.000Z" }), begun)).toBe(120_000);
});

test("a plan that waits asks its owner, and tells others whose word it waits for", () => {
  const waiting = runWith({ state: "waiting", phase: "plan" });
  expect(stateWords({ ...waiting, may_steer: true })).toBe("Waiting for you");
  expect(stateWords({ ...waiting, may_steer: false })).toBe("Waiting for approval");
});

test("a run that used up its limit says which one", () => {
  const spend = { ceiling_usd: 1, spent_usd: 1, reserved_usd: 0, planned_usd: 0 };
  const spent = runWith({ ended_by: ["budget"], spend });
  expect(endingWords(spent)).toBe("It reached its cost limit.");
  const called = { ...spent, spend: { ...spend, calls: { made: 60, most: 60 } } };
  expect(endingWords(called)).toBe("It reached its limit of model calls.");
});
