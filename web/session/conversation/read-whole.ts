/** Reads a conversation with its newest messages and its children, as one state. */
import type { ConversationView } from "../../../src/contract/conversations.ts";
import type { ApiFailure } from "../../api/http.ts";
import { withChildren } from "../../thread/children.ts";
import { belongTogether, threadFrom } from "../../thread/load.ts";
import type { Thread } from "../../thread/thread.ts";
import type { SessionDeps } from "../ports.ts";

export interface WholeConversation extends Pick<ConversationView, "parent" | "rights" | "expires_at"> {
  thread: Thread;
  /** `provider/model`; empty: the default. */
  model: string;
}

export async function readWhole(
  api: SessionDeps["api"],
  id: string,
): Promise<WholeConversation | { failure: ApiFailure }> {
  const [view, page] = await Promise.all([api.view(id), api.messages(id, null)]);
  if (!view.ok) return { failure: view };
  if (!page.ok) return { failure: page };
  const whole = belongTogether(view.value, page.value) ? page : await api.messages(id, null);
  if (!whole.ok) return { failure: whole };
  const { parent, rights, children, model, expires_at } = view.value;
  const thread = threadFrom(view.value, whole.value);
  return {
    thread: children > 0 ? await withChildrenRead(api, id, thread) : thread,
    model: model ?? "",
    parent,
    rights,
    // Absent in what an earlier version cached for offline use.
    expires_at: expires_at ?? null,
  };
}

/** Calls that started children are shown like any other without them. */
async function withChildrenRead(api: SessionDeps["api"], id: string, thread: Thread): Promise<Thread> {
  const read = await api.children(id);
  return read.ok ? withChildren(thread, read.value.items) : thread;
}
