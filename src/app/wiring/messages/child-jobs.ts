/** Conversations as the jobs that begin children reach them: by their objects, past the jobs. */
import type { ChildJobPorts } from "../../../children/job/child-job.ts";
import type { Principal } from "../../../domain/principal.ts";
import { askConversation } from "../../objects/stubs.ts";
import { type InboxParts, wireInboxes } from "./inboxes.ts";

export function wireChildJobs(parts: InboxParts): ChildJobPorts {
  const { env } = parts;
  return {
    ...wireInboxes(parts),
    // A tool's rules and inputs are JSON of any shape, and RPC's types do not know that they can be sent.
    handOn: ({ owner, parent, child }) =>
      askConversation(env, parent, (stub) => stub.handOn(actingAs(owner), child)) as ReturnType<
        ChildJobPorts["handOn"]
      >,
    reopen: ({ owner, parent, child }) =>
      askConversation(env, parent, async (stub) => stub.reopenChild(actingAs(owner), child)),
  };
}

function actingAs(owner: string): Principal {
  return { owner, role: "member", name: "" };
}
