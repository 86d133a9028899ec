/** /new, /reset, /leave, /stop, /compact and /checked: end, stop, shorten or clear the current conversation. */
import { type ChatCommand, describeResult, NOTHING_HERE } from "./command.ts";

export const begin: ChatCommand = {
  name: "new",
  description: "Start a new conversation; the old one stays in the list",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const here = await services.here();
    return here
      ? say(describeResult(await here.leave(false), "Your next message starts a new conversation."))
      : say(NOTHING_HERE);
  },
};

export const reset: ChatCommand = {
  name: "reset",
  description: "Archive this conversation and start a new one",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const here = await services.here();
    if (!here) return say(NOTHING_HERE);
    return say(
      describeResult(await here.leave(true), "Conversation archived. Your next message starts a new one."),
    );
  },
};

export const leave: ChatCommand = {
  name: "leave",
  description: "Leave the room; your next message starts a new visit",
  usage: "",
  by: "guest",
  async run({ services, say }) {
    const here = await services.here();
    if (!here) return say(NOTHING_HERE);
    const left = await here.goOut();
    if (left.ok && !left.value) return say("You aren't in a room here.");
    return say(describeResult(left, "You left the room. Your next message starts a new visit."));
  },
};

export const stop: ChatCommand = {
  name: "stop",
  description: "Stop the current answer",
  usage: "",
  by: "guest",
  async run({ services, say }) {
    const here = await services.here();
    if (!here) return say(NOTHING_HERE);
    return say(describeResult(await here.halt(), here.turn ? "Stopped." : "Nothing was running."));
  },
};

export const compact: ChatCommand = {
  name: "compact",
  description: "Shorten the older part of this conversation",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const here = await services.here();
    if (!here) return say(NOTHING_HERE);
    return say(describeResult(await here.compact(), "Compacting the conversation. No message is lost."));
  },
};

export const check: ChatCommand = {
  name: "checked",
  description: "Confirm what was read here, so that the agent stops asking about it",
  usage: "",
  by: "member",
  async run({ services, say }) {
    const here = await services.here();
    if (!here) return say(NOTHING_HERE);
    return say(
      describeResult(
        await here.check(),
        "Noted. The agent no longer asks because of what it has read so far. It does for what it reads from now on.",
      ),
    );
  },
};
