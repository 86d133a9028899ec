/**
 * One instance, and conversations each of which is brought to another point of its turn: there the power goes for all of
 * them at once. None knows of the others.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { Bell } from "./bell.ts";
import type { ConversationSocket } from "./conversation-socket.ts";
import { isEnd, isParked, saying } from "./events.ts";
import { type JobsAtKill, jobsAtKill } from "./kill-jobs.ts";
import { type ResearchAtKill, researchAtKill } from "./kill-research.ts";
import { searchAtKill, searchedWeb } from "./kill-search.ts";
import { type Nightjar, startNightjar } from "./nightjar.ts";
import { type Script, ScriptedModel } from "./scripted-model.ts";
import { Talk } from "./talk.ts";

/** Killed by the first kill, each at its own point. */
interface Points {
  /** In mid-stream, with nobody connected afterwards. */
  alone: Talk;
  watched: Talk;
  /** With a second message behind. */
  queue: Talk;
  /** When the last word was said and the end had not come. */
  last: Talk;
  /** When the answer was out. */
  done: Talk;
  /** When a tool had run. */
  sum: Talk;
  /** In the middle of a tool whose effect happens once. */
  ring: Talk;
  /** In the middle of a tool that reads. */
  page: Talk;
  asking: Talk;
  reminded: Talk;
  halted: Talk;
  haltedTool: Talk;
  haltedQuestion: Talk;
  /** It dies by the second kill too. */
  twice: Talk;
  /** It dies each time. */
  loop: Talk;
}

export interface KillScene {
  model: ScriptedModel;
  bell: Bell;
  nightjar: Nightjar;
  kills: number;
  points: Points;
  /** Connected before the first kill. */
  watching: ConversationSocket;
  asking: ConversationSocket;
  reminded: ConversationSocket;
  jobs: JobsAtKill;
  /** Of the searching conversation and the run of research. */
  web: Bell;
  /** In the middle of a page that search mode reads. */
  searching: Talk;
  /** In the middle of the page that it reads. */
  research: ResearchAtKill;
}

/** To be called once, at the head of a file. Its fields are there as soon as a test runs. */
export function killScene(): KillScene {
  const scene = { kills: 0 } as KillScene;
  beforeAll(async () => {
    scene.model = await ScriptedModel.start();
    scene.bell = await Bell.hang();
    scene.web = await searchedWeb();
    scene.nightjar = await startNightjar({
      launcher: "runtime",
      vars: {
        ...scene.model.vars,
        FETCH_ALLOW_HOSTS: `${scene.bell.host},${scene.web.host}`,
        SEARXNG_URL: `http://${scene.web.host}`,
      },
    });
    scene.points = await bringThere(scene);
    await atTheirPoints(scene);
    scene.searching = await searchAtKill(scene);
    scene.research = await researchAtKill(scene);
    scene.jobs = await jobsAtKill(scene);
  });
  afterAll(async () => {
    await scene.nightjar?.dispose();
    scene.model?.close();
    scene.bell?.close();
    scene.web?.close();
  });
  return scene;
}

export async function killAll(scene: KillScene): Promise<void> {
  await scene.nightjar.kill9();
  scene.kills += 1;
  await scene.nightjar.start();
}

const forever: Script = (reply) => reply.forever();
export const saysThenHangs =
  (text: string): Script =>
  (reply) => {
    reply.text(text);
    return reply.forever();
  };
export const says =
  (text: string): Script =>
  (reply) =>
    reply.text(text);
const lastResult: Script = (reply, request) =>
  reply.text(`I was told: ${JSON.stringify(request.messages.at(-1)?.content)}`);

const QUESTION: Script = (reply) =>
  reply.tool("ask_user", { question: "Red or blue?", options: ["red", "blue"] });
const ringing =
  ({ bell }: KillScene, path: string): Script =>
  (reply) => {
    const code = `const response = await ctx.fetch("http://${bell.host}/${path}", { method: "POST" }); response.status`;
    reply.tool("run_code", { code, hosts: [bell.host] });
  };

async function bringThere(scene: KillScene): Promise<Points> {
  const { bell } = scene;
  const talk = (name: string, ...scripts: Script[]) => Talk.begin(scene, name, ...scripts);
  const tool = (name: string, input: unknown): Script => {
    return (reply) => reply.tool(name, input);
  };
  const remind = tool("schedule_message", { text: "water the plants", in_seconds: 4 });
  return {
    alone: await talk("alone", saysThenHangs("Once upon a "), says("Once upon a time.")),
    watched: await talk("watched", saysThenHangs("shown before the kill"), says("shown after it")),
    queue: await talk("queue", forever, says("first"), says("second")),
    last: await talk("last", saysThenHangs("All of it."), says("All of it.")),
    done: await talk("done", says("That was it.")),
    sum: await talk("sum", tool("calculate", { expression: "17 * 23" }), forever, says("It is 391.")),
    ring: await talk("ring", ringing(scene, "ring"), lastResult),
    page: await talk("page", tool("web_fetch", { url: `http://${bell.host}/page` }), lastResult),
    asking: await talk("asking", QUESTION, lastResult),
    reminded: await talk("reminded", remind, says("I will."), says("Water the plants!")),
    halted: await talk("halted", saysThenHangs("I could go on "), says("Listening.")),
    haltedTool: await talk("haltedTool", ringing(scene, "halted")),
    haltedQuestion: await talk("haltedQuestion", QUESTION),
    twice: await talk("twice", forever, forever, says("at last")),
    loop: await talk("loop", ...Array<Script>(5).fill(forever), says("Here I am.")),
  };
}

/** Everything is where it should be when the power goes. */
async function atTheirPoints(scene: KillScene): Promise<void> {
  const { points, bell } = scene;
  const { alone, watched, queue, last, done, sum, ring, page, twice, loop } = points;
  scene.watching = await watched.socket();
  scene.asking = await points.asking.socket();
  scene.reminded = await points.reminded.socket();
  const telling = await Promise.all([alone, last].map((each) => each.socket()));
  await Promise.all([alone, watched, last, sum, twice, loop].map((each) => each.say("go")));
  await ring.say("ring it");
  await page.say(`read http://${bell.host}/page`);
  await points.asking.say("ask me");
  await queue.say("one", "key-1");
  await queue.voice.requested(1);
  await queue.say("two", "key-2");
  const halting = await readyToBeHalted(points);
  await telling[0]?.event(saying("Once upon a "));
  await telling[1]?.event(saying("All of it."));
  await scene.watching.event(saying("shown before the kill"));
  await scene.asking.event(isParked);
  await sum.voice.requested(2);
  await Promise.all([twice, loop].map((each) => each.voice.requested(1)));
  await bell.visited(3);
  await done.say("go");
  await done.ended();
  await points.reminded.say("remind me");
  await scene.reminded.event(isEnd);
  await Promise.all(halting.map((each) => each.post("halt")));
  expect(points.reminded.voice.requests).toHaveLength(2);
}

/** In mid-stream, in a tool, while it waits: to be halted in the last moment. */
async function readyToBeHalted({ halted, haltedTool, haltedQuestion }: Points): Promise<Talk[]> {
  const speaking = await halted.socket();
  const waiting = await haltedQuestion.socket();
  await halted.say("ramble");
  await haltedTool.say("ring it");
  await haltedQuestion.say("ask me");
  await speaking.event(saying("I could go on "));
  await waiting.event(isParked);
  return [halted, haltedTool, haltedQuestion];
}
