/** `nightjar notify`: tells an agent something without waiting for an answer. */
import { command } from "../parser/command.mjs";
import { AGENT, CONVERSATION, TIER } from "../parser/options.mjs";
import { readMessage } from "../terminal/message.mjs";

export const notify = command({
  name: "notify",
  summary: "tells an agent something, and does not wait",
  args: "[text...]",
  options: {
    conversation: CONVERSATION,
    agent: AGENT,
    tier: TIER,
  },
  details: "Text may be piped in, as for send. Scripts and other programs report this way.",
  async run({ api, print }, { words, conversation, agent, tier }) {
    const message = await readMessage("notify", words);
    const body = { message, agent, conversation_id: conversation, tier };
    const taken = await api("POST /notify", {}, body);
    print.done(taken, `Told, in ${taken.conversation_id}.`);
  },
});
