/** Tasks that were handed on and a build, at many points of their jobs when the power goes; their messages to the queue go with it. */
import { expect } from "vitest";
import type { Nightjar } from "./nightjar.ts";
import type { Answer, ChatRequest, Script, ScriptedModel, Voice } from "./scripted-model.ts";
import { Talk } from "./talk.ts";
import { until } from "./until.ts";

interface JobScene {
  model: ScriptedModel;
  nightjar: Nightjar;
  kills: number;
}

interface Task {
  words: string;
  voice: Voice;
  /** Conversation that handed it on. */
  from: Talk;
}

export interface JobsAtKill {
  tasks: Task[];
  building: { talk: Talk; voice: Voice };
}

const TASKS = 4;
const CAPABILITY = {
  "main.ts": 'export async function run({ n }) { return n + " owls"; }',
  "test.ts": 'export async function counts(t) { t.equal(await t.run({ n: 2 }), "2 owls"); }',
  "package.json": "{}",
  "manifest.json": JSON.stringify({
    name: "owl_words",
    description: "Says how many owls there are.",
    input_schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  }),
  "RUN.md": "# owl_words",
};

/** The first tasks and the build are under way when it resolves; of the last, nobody knows how far they are. */
export async function jobsAtKill(scene: JobScene): Promise<JobsAtKill> {
  const under = await handedOn(scene, "under");
  const voice = scene.model.voice(/^Build the capability `owl_words`/).always(building(scene));
  const wish = { name: "owl_words", description: "Say how many owls there are." };
  const asks: Script = (reply) => reply.tool("request_capability", wish);
  const talk = await Talk.begin(scene, "builds", asks);
  await talk.say("build it");
  await Promise.all([...under.map((task) => task.voice.requested(1)), voice.requested(2)]);
  const late = await handedOn(scene, "late");
  return { tasks: [...under, ...late], building: { talk, voice } };
}

async function handedOn(scene: JobScene, name: string): Promise<Task[]> {
  const all = Array.from({ length: TASKS }, (_, index) => `${name}-${index}: count the owls`);
  const hangs: Script = (reply) => (scene.kills === 0 ? reply.forever() : reply.text("Four owls."));
  const voices = all.map((words) => scene.model.voice(words).always(hangs));
  const delegates: Script = (reply) => {
    for (const task of all) reply.tool("delegate", { agent: "scholar", task });
  };
  const from = await Talk.begin(scene, name, delegates);
  await from.say("hand them on");
  await from.ended();
  return all.map((words, index) => ({ words, voice: voices[index] ?? scene.model.voice(words), from }));
}

/** Its files are written when the power goes; then it tests and registers them. */
function building(scene: JobScene): Script {
  return (reply: Answer, { messages }: ChatRequest) => {
    const done = messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function.name));
    if (done.length === 0) {
      for (const [path, content] of Object.entries(CAPABILITY)) reply.tool("write_file", { path, content });
      return undefined;
    }
    if (scene.kills === 0) return reply.forever();
    if (!done.includes("run_command")) return reply.tool("run_command", { command: "test" });
    if (!done.includes("register_capability")) return reply.tool("register_capability", { hosts: [] });
    return reply.text("It is ready.");
  };
}

interface JobRow {
  kind: string;
  status: string;
}

/** All of their jobs, once none is open. */
export async function jobsDone({ nightjar }: JobScene): Promise<JobRow[]> {
  const read = async () => {
    const pages = ["child.delegate", "child.build"].map((kind) =>
      nightjar.request<{ items: JobRow[] }>("GET", `/jobs?kind=${kind}`),
    );
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  };
  return until(read, (jobs) => jobs.every(({ status }) => !["pending", "running"].includes(status)));
}

/** Each task was answered once, where it was handed on. */
export async function answeredOnce({ tasks }: JobsAtKill): Promise<void> {
  for (const from of new Set(tasks.map((task) => task.from))) {
    const messages = await until(
      () => from.messages(),
      (said) => said.filter(({ text }) => text === "Four owls.").length >= TASKS,
    );
    expect(messages.filter(({ text }) => text === "Four owls.")).toHaveLength(TASKS);
  }
}
