/** /new, /reset, /leave, /stop and /compact: end, stop or shorten the current conversation. */
import { type ChatCommand, describeResult, NOTHING_HERE } from "./command.ts";

export const begin: ChatCommand = {
  name: "new",
  description: "Begins a new conversation here; the old one stays in the list",
  usage: "",
  by: "member",
  async run({ services }) {
    const here = await services.here();
    return here
      ? describeResult(await here.leave(false), "A new conversation begins with your next message.")
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
      "The conversation is in the archive. A new one begins with your next message.",
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
    if (left.ok && !left.value) return "You are in no room here.";
    return describeResult(left, "You have left. Your next message begins another visit.");
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
    return describeResult(
      await here.compact(),
      "The older part is being made short; nothing that was said is lost.",
    );
  },
};
