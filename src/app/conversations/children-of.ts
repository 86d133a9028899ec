/** What a conversation has set going, as its object tells whoever asks. */
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
    // What a tool is to be given is JSON of any shape: the types of RPC do not know that it goes through.
    return told as Result<ChildrenView>;
  };
}
