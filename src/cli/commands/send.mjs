/** `nightjar send`: sends one message and prints its answer on standard output. */
import { createInterface } from "node:readline/promises";
import { Conversation } from "../connection/conversation.mjs";
import { followTurn } from "../connection/follow-turn.mjs";
import { command } from "../parser/command.mjs";
import { TALK } from "../parser/options.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { readMessage } from "../terminal/message.mjs";
import { DECISION_PROMPT, readAnswer, readDecision, readReason } from "../terminal/questions.mjs";
import { TurnView } from "../terminal/turn-view.mjs";

/** @typedef {import("../connection/follow-turn.mjs").Outcome} Outcome */

export const send = command({
  name: "send",
  summary: "one message, the answer on standard output",
  args: "[text...]",
  options: TALK,
  details: `Text may be piped in: "git diff | nightjar send 'review this'". The answer goes to standard output, all
else to standard error. With --json one object comes at the end. Ends with 0 when answered, 1 when it
failed, 3 when the agent waits for an answer to its question, 130 when halted.`,
  run: ({ instance }, options) => sendOne(instance(), options),
});

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {import("../parser/options.mjs").TalkOptions & {words: string[], json: boolean}} options
 * @returns {Promise<number>} the exit code
 */
async function sendOne(instance, options) {
  const text = await readMessage("send", options.words, options.file.length > 0);
  const conversation = await Conversation.open(instance, options);
  await conversation.attach(options.file);
  const receipt = await conversation.say(text, options);
  const stop = new AbortController();
  const haltOnce = haltOnInterrupt(conversation, stop);
  const view = new TurnView(options.json ? NOWHERE : process.stdout, process.stderr);
  const onConnection = (/** @type {boolean} */ isLost) =>
    view.note(view.paint.dim(isLost ? "[connection lost, trying again]" : "[connected again]"));
  const outcome = await followTurn(conversation.listen({ signal: stop.signal, onConnection }), {
    receipt,
    show: (event) => view.show(event),
    ask: (question) => askHere(conversation, question),
  });
  stop.abort();
  haltOnce.release();
  if (options.json) console.log(JSON.stringify(describe(conversation.id, receipt, outcome)));
  else if (process.stderr.isTTY || outcome.waitsFor)
    view.note(view.paint.dim(footer(conversation.id, outcome)));
  return exitCodeOf(outcome);
}

const NOWHERE = { write: () => undefined };

/**
 * Ctrl-C halts the turn; a second one leaves at once.
 * @param {Conversation} conversation
 * @param {AbortController} stop
 */
function haltOnInterrupt(conversation, stop) {
  let isHalting = false;
  const onInterrupt = () => {
    if (isHalting) process.exit(EXIT.halted);
    isHalting = true;
    conversation.halt().catch(() => stop.abort());
  };
  process.on("SIGINT", onInterrupt);
  return { release: () => process.off("SIGINT", onInterrupt) };
}

/**
 * @param {Conversation} conversation
 * @param {import("../connection/follow-turn.mjs").Question | import("../connection/follow-turn.mjs").Approval} question
 */
async function askHere(conversation, question) {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (question.type === "question") {
      const typed = await terminal.question("> ");
      await conversation.answer(question.call_id, readAnswer(typed, question.options));
      return true;
    }
    for (;;) {
      const typed = await terminal.question(`${DECISION_PROMPT} > `);
      const decision = readDecision(typed);
      if (decision === undefined) continue;
      await conversation.decide(question.call_id, decision, readReason(typed));
      return true;
    }
  } finally {
    terminal.close();
  }
}

/**
 * @param {string} id
 * @param {{message_id: string | null, turn_id: string | null}} receipt
 * @param {Outcome} outcome
 */
function describe(id, receipt, { end, reply, agent, waitsFor }) {
  return {
    conversation_id: id,
    message_id: end?.message_id ?? null,
    turn_id: receipt.turn_id,
    reply,
    agent: agent ?? null,
    status: end?.status ?? (waitsFor === undefined ? "unknown" : "parked"),
    usage: end?.usage ?? null,
    cost_usd: end?.cost_usd ?? null,
    ...(waitsFor === undefined ? {} : { waits_for: waitsFor }),
  };
}

/**
 * @param {string} id
 * @param {Outcome} outcome
 */
function footer(id, { waitsFor }) {
  if (waitsFor !== undefined) return `Waiting for an answer: nightjar chat --conversation ${id}`;
  return `Go on with it: nightjar send --conversation ${id} "..."`;
}

/** @param {Outcome} outcome */
function exitCodeOf({ end, waitsFor }) {
  if (waitsFor !== undefined) return EXIT.waiting;
  if (end?.status === "completed") return EXIT.ok;
  return end?.status === "halted" ? EXIT.halted : EXIT.failed;
}
