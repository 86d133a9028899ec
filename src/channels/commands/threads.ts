/** /new, /reset, /leave, /stop, /compact and /checked: end, stop, shorten or clear the current conversation. */
import { type ChatCommand, describeResult, NOTHING_HERE } from "./command.ts";

export const begin: ChatCommand = {
  name: "new",
  description: "Begins a new conversation here; the old one stays in the list",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    return here
      ? describeResult(await here.leave(false), "Your next message starts a new conversation.")
      : NOTHING_HERE;
  },
};

export const reset: ChatCommand = {
  name: "reset",
  description: "Begins anew here and puts the old conversation away",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    if (!here) return NOTHING_HERE;
    return describeResult(
      await here.leave(true),
      "Conversation archived. Your next message starts a new one.",
    );
  },
};

export const leave: ChatCommand = {
  name: "leave",
  description: "Leaves the room that you are in; your next message begins another visit",
  usage: "",
  by: "guest",
  async run({ services }) {
    const here = await services.here();
    if (!here) return NOTHING_HERE;
    const left = await here.goOut();
    if (left.ok && !left.value) return "You aren't in a room here.";
    return describeResult(left, "You left the room. Your next message starts a new visit.");
  },
};

export const stop: ChatCommand = {
  name: "stop",
  description: "Stops the answer that is being written",
  usage: "",
  by: "guest",
  async run({ services }) {
    const here = await services.here();
    if (!here) return NOTHING_HERE;
    return describeResult(await here.halt(), here.turn ? "Stopped." : "Nothing was running.");
  },
};

export const compact: ChatCommand = {
  name: "compact",
  description: "Makes the older part of this conversation short",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    if (!here) return NOTHING_HERE;
    return describeResult(await here.compact(), "Compacting the conversation. No message is lost.");
  },
};

export const check: ChatCommand = {
  name: "checked",
  description: "Says that you have looked at what was read here: it makes the agent ask no more",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    if (!here) return NOTHING_HERE;
    return describeResult(
      await here.check(),
      "Noted. What was read here so far makes the agent ask no more; what it reads from now on does.",
    );
  },
};
