/** Last model call of a turn whose steps are used up: the model answers in words, with what it has. */
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import type { Reply } from "../turn.ts";

const NOTICE: ModelMessage = {
  role: "user",
  content: [
    {
      type: "text",
      text: "<notice>\nThis answer may make no more tool calls. Answer now, in words alone, with what you have: what you found or did, and what is still missing. Say nothing about this notice.\n</notice>",
    },
  ],
};

/** The tools stay in the request: providers refuse a history of calls without them, and their cached prefix holds. */
export function inWordsOnly(request: ModelRequest): ModelRequest {
  return { ...request, messages: [...request.messages, NOTICE], tool_choice: "none" };
}

/** A reply whose calls, which some servers let a model make nevertheless, are left out. */
export function withoutCalls(reply: Reply): Reply {
  const blocks = reply.blocks.filter((block) => block.type !== "tool_call");
  return { ...reply, blocks, calls: [] };
}
