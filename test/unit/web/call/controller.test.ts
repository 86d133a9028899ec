/** The state machine of a call: by a clock of its own, without a browser. */
import { expect, it } from "vitest";
import { begun, TestCall } from "./stand-ins.ts";

const FIRST = "The ferry leaves at nine. ";
const SECOND = "The next one leaves at noon. ";

it("listens, hears, thinks and speaks, and listens again once the answer has been spoken", async () => {
  const scene = await begun();
  const states = [scene.call.state];
  scene.ear.person.began();
  states.push(scene.call.state);
  scene.ear.person.ended({ text: "When is the ferry?" });
  states.push(scene.call.state);
  await scene.settled();
  scene.writes("a", FIRST, true);
  await scene.passes(100);
  states.push(scene.call.state);
  await scene.passes(200);
  expect([...states, scene.call.state]).toEqual([
    "listening",
    "hearing",
    "thinking",
    "speaking",
    "listening",
  ]);
  expect(scene.sent).toEqual([{ text: "When is the ferry?", cut: null }]);
});

it("speaks the first sentence while the second is written, and the second one without a gap", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", "The ferry leaves at nine. The next");
  await scene.passes(100);
  expect([scene.call.state, scene.voice.heard.map(({ text }) => text)]).toEqual([
    "speaking",
    ["The ferry leaves at nine."],
  ]);
  scene.writes("a", FIRST + SECOND, true);
  await scene.passes(600);
  const [first, second] = scene.voice.heard;
  expect(second?.text).toBe("The next one leaves at noon.");
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe("The ferry leaves at nine.".length * 10);
  expect([scene.call.state, scene.halts]).toEqual(["listening", 0]);
});

it("is silent at once when somebody speaks, stops the turn, and tells where the answer was cut", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST);
  await scene.passes(130);
  scene.ear.person.began();
  expect([scene.call.state, scene.halts]).toEqual(["hearing", 0]);
  scene.ear.person.lasts();
  expect(scene.halts).toBe(1);
  // Words that were still on their way are not spoken.
  scene.writes("a", FIRST + SECOND);
  scene.words.push("And back?");
  scene.ear.person.ended({ recording: new Blob([]) });
  await scene.passes(1_000);
  expect(scene.sent.at(-1)).toEqual({
    text: "And back?",
    cut: { answer: "a", characters: "The ferry".length },
  });
  expect(scene.voice.heard.map(({ text }) => text)).toEqual(["The ferry leaves at nine."]);
  scene.writes("b", "At five.", true);
  await scene.passes(20);
  expect(scene.voice.heard.at(-1)?.text).toBe("At five.");
});

it("is interrupted between two sentences too, while the sound of the next one is on its way", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST);
  await scene.passes(300);
  scene.writes("a", FIRST + SECOND);
  scene.ear.person.began();
  scene.ear.person.lasts();
  await scene.passes(500);
  expect(scene.voice.heard).toHaveLength(1);
  expect(scene.call.interrupted).toEqual({ answer: "a", characters: FIRST.trimEnd().length });
});

it("goes on with the sentence that a cough has stopped", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST + SECOND, true);
  await scene.passes(100);
  scene.ear.person.began();
  scene.ear.person.ended(null);
  await scene.passes(700);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([FIRST.trim(), FIRST.trim(), SECOND.trim()]);
  expect([scene.halts, scene.call.state]).toEqual([0, "listening"]);
});

it("goes on too when a recording holds no words", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST, true);
  await scene.passes(100);
  scene.ear.person.began();
  scene.ear.person.ended({ recording: new Blob([]) });
  await scene.passes(400);
  expect(scene.voice.heard).toHaveLength(2);
  expect(scene.sent).toHaveLength(1);
});

it("marks an answer that was written to its end when it is interrupted, and stops no turn", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST, true);
  await scene.passes(130);
  scene.call.tap();
  expect([scene.call.state, scene.halts, scene.call.interrupted]).toEqual([
    "listening",
    0,
    { answer: "a", characters: "The ferry".length },
  ]);
  await scene.says("Thanks");
  expect(scene.sent.at(-1)?.cut).toEqual({ answer: "a", characters: "The ferry".length });
  await scene.says("Bye");
  expect(scene.sent.at(-1)?.cut).toBeNull();
});

it("lets a person add to their message while the agent thinks, without stopping it", async () => {
  const scene = await begun();
  await scene.says("When is the ferry?");
  scene.writes("a", "");
  expect(scene.call.state).toBe("thinking");
  scene.ear.person.began();
  scene.ear.person.lasts();
  scene.writes("a", FIRST);
  await scene.passes(100);
  expect([scene.call.state, scene.voice.heard]).toEqual(["hearing", []]);
  scene.ear.person.ended({ text: "On Sunday." });
  await scene.passes(100);
  expect([scene.halts, scene.sent.map(({ text }) => text)]).toEqual([
    0,
    ["When is the ferry?", "On Sunday."],
  ]);
  expect(scene.voice.heard).toHaveLength(1);
});

it("stops a turn that has said nothing yet by a tap", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", "");
  scene.call.tap();
  expect(scene.halts).toBe(1);
});

it("does not listen while it speaks where echo can't be cancelled; a tap interrupts", async () => {
  const scene = new TestCall();
  scene.ear.cancelsEcho = false;
  await scene.call.start({ answers: [], isWorking: false }, null);
  expect(scene.ear.isListening).toBe(true);
  await scene.says("When?");
  scene.writes("a", FIRST, true);
  await scene.passes(100);
  expect(scene.ear.isListening).toBe(false);
  scene.call.tap();
  expect([scene.ear.isListening, scene.call.state]).toEqual([true, "listening"]);
});

it("hears a muted person while they hold to talk, and interrupts for them", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.call.mute(true);
  expect(scene.ear.isListening).toBe(false);
  scene.writes("a", FIRST, true);
  await scene.passes(100);
  scene.call.hold();
  expect([scene.ear.isListening, scene.call.state]).toEqual([true, "hearing"]);
  scene.call.release();
  scene.ear.person.ended({ text: "Stop" });
  await scene.settled();
  expect([scene.ear.isListening, scene.sent.at(-1)?.text]).toEqual([false, "Stop"]);
});

it("goes on with the same sentence after a pause, and hears nothing meanwhile", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", FIRST, true);
  await scene.passes(100);
  scene.call.pause();
  expect([scene.call.state, scene.ear.isListening]).toEqual(["paused", false]);
  await scene.passes(1_000);
  scene.call.resume();
  await scene.passes(50);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([FIRST.trim(), FIRST.trim()]);
});

it("says what another part hands it, in its order, and skips what can't be spoken", async () => {
  const scene = await begun();
  scene.writes("a", "Here it is:\n```\ncode()\n```\nThat was the code.", true);
  scene.call.say({ text: "May I send it?", agent: "nightjar" });
  await scene.passes(2_000);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([
    "Here it is:",
    "That was the code.",
    "May I send it?",
  ]);
});

it("speaks nothing from before the call, and goes on after a reload where it was", async () => {
  const scene = new TestCall();
  const answers = [
    {
      key: "old",
      message_id: "m1",
      turn_id: "",
      agent: "nightjar",
      isOwn: true,
      text: "Long ago.",
      breaks: [],
      isOver: true,
    },
    {
      key: "a",
      message_id: null,
      turn_id: "",
      agent: "nightjar",
      isOwn: true,
      text: FIRST + SECOND,
      breaks: [],
      isOver: false,
    },
  ];
  await scene.call.start({ answers, isWorking: true }, { answer: "a", characters: FIRST.length });
  await scene.passes(500);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([SECOND.trim()]);
  expect(scene.kept.at(-1)).toEqual({ answer: "a", characters: (FIRST + SECOND).trimEnd().length });
});

it("goes on where it was also when the answer comes only after the call has begun, piece by piece", async () => {
  const scene = new TestCall();
  await scene.call.start({ answers: [], isWorking: false }, { answer: "a", characters: FIRST.length });
  scene.writes("a", "The ferry");
  await scene.passes(100);
  scene.writes("a", FIRST + SECOND, true);
  await scene.passes(500);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([SECOND.trim()]);
});

it("speaks what a restarted step says anew from where it differs", async () => {
  const scene = await begun();
  await scene.says("When?");
  scene.writes("a", `${FIRST}The next one is late. And`);
  await scene.passes(10);
  // The server was killed: the step begins again.
  scene.writes("a", "The fer");
  await scene.passes(10);
  scene.writes("a", FIRST + SECOND, true);
  await scene.passes(1_000);
  expect(scene.voice.heard.map(({ text }) => text)).toEqual([FIRST.trim(), SECOND.trim()]);
});

it("says why there is no microphone, and stays out", async () => {
  const scene = new TestCall();
  scene.ear.reason = "The microphone is blocked.";
  expect(await scene.call.start({ answers: [], isWorking: false }, null)).toBe(false);
  expect([scene.call.state, scene.call.problem]).toEqual(["idle", "The microphone is blocked."]);
});

it("is over when somebody hangs up before the microphone is there", async () => {
  const scene = new TestCall();
  const starting = scene.call.start({ answers: [], isWorking: false }, null);
  scene.call.hangUp();
  expect([await starting, scene.call.state]).toEqual([false, "idle"]);
});

it("keeps nothing of hundreds of rounds", async () => {
  const scene = await begun();
  for (let round = 0; round < 500; round += 1) {
    await scene.says(`Question ${round}`);
    scene.writes(`answer ${round}`, "It is so.", true);
    await scene.passes(100);
  }
  expect(scene.voice.heard).toHaveLength(500);
  const kept = JSON.stringify(scene.call, (name, value) => {
    if (name === "ports" || name === "voice") return undefined;
    return value instanceof Map ? [...value] : value;
  });
  expect(kept.length).toBeLessThan(3_000);
  scene.call.hangUp();
  expect([scene.call.state, scene.ear.done]).toEqual(["idle", ["close"]]);
});

it("lets the agents of a room speak one after the other, each in its own voice", async () => {
  const scene = await begun();
  await scene.says("What do you think?");
  scene.writes("a", FIRST, true, "owl");
  scene.writes("b", SECOND, true, "wren");
  await scene.passes(100);
  expect(scene.call.current?.agent).toBe("owl");
  await scene.passes(200);
  expect(scene.call.current?.agent).toBe("wren");
  await scene.passes(400);
  const [owl, wren] = scene.voice.heard;
  expect([owl?.agent, wren?.agent, scene.voice.heard.length]).toEqual(["owl", "wren", 2]);
  expect((wren?.at ?? 0) - (owl?.at ?? 0)).toBeGreaterThanOrEqual(FIRST.trim().length * 10);
});

it("speaks each agent of a room after the one before it, and an interruption is silence of them all", async () => {
  const scene = await begun();
  await scene.says("Who knows Dakar?");
  scene.writes("a", FIRST, true, "bernie");
  scene.writes("b", "I have been there. Twice,", false, "bart");
  await scene.passes(FIRST.length * 10 + 50);
  expect(scene.voice.heard.map(({ text, agent }) => `${agent}: ${text}`)).toEqual([
    `bernie: ${FIRST.trim()}`,
    "bart: I have been there.",
  ]);
  scene.writes("c", "And now a round for all. Who", false, "blanca");
  await scene.says("Stop!");
  scene.writes("b", "I have been there. Twice, by ship. Long ago.", true, "bart");
  scene.writes("c", "And now a round for all. Who pays?", true, "blanca");
  await scene.passes(2_000);
  expect(scene.voice.heard).toHaveLength(2);
  expect(scene.sent.at(-1)?.cut?.answer).toBe("b");
});
