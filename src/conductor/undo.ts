/** What a conductor has done is taken back: what it made goes, what it changed is as it was. Nobody's later work is lost. */
import { AppError } from "../domain/errors.ts";
import type { Conducted } from "./action.ts";
import type { ConductorDeps } from "./ports.ts";

/** Throws `conflict` where something was done to it since. */
export async function undo(
  deps: Pick<ConductorDeps, "agents" | "conducted" | "now">,
  done: Conducted,
  by: string,
): Promise<void> {
  if (done.undone_at !== null) throw new AppError("conflict", "That was taken back already.");
  const agent = await deps.agents.get(done.slug);
  if (agent && agent.version !== done.version) throw changedSince(done);
  if (agent) await takenBack(deps, { agent, done, by });
  await deps.conducted.undone(done.id, deps.now());
}

async function takenBack(
  { agents }: Pick<ConductorDeps, "agents">,
  {
    agent,
    done,
    by,
  }: { agent: Parameters<ConductorDeps["agents"]["update"]>[0]; done: Conducted; by: string },
): Promise<void> {
  if (done.did === "created") {
    if (!(await agents.remove(agent))) throw changedSince(done);
    return;
  }
  const before = done.version - 1;
  const fields = await agents.fieldsAt(done.slug, before);
  if (!fields) throw new AppError("conflict", `Version ${before} of ${done.slug} is not kept any more.`);
  if (!(await agents.update(agent, fields, { by, restored_from: before }))) throw changedSince(done);
}

function changedSince({ slug }: Conducted): AppError {
  return new AppError(
    "conflict",
    `The agent "${slug}" was changed since: bring an earlier version back, or remove it, on its page.`,
  );
}
