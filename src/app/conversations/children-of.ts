/** Children of a conversation, as its object reports them. */
import type { ChildrenView } from "../../../durable-objects/conversation/views/children.ts";
import type { Result } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import type { ApiContext } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";

export function childrenOf(context: ApiContext): (id: string) => Promise<Result<ChildrenView>> {
  const { env } = context;
  const principal = context.get("principal");
  return async (id) => {
    const told = await conversationStub(env, trustId(id)).children(principal);
    // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
    return told as Result<ChildrenView>;
  };
}
