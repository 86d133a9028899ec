/** Grants of the person in a play, kept over its tasks: what a yes in scope lets through later. */
import type { GrantsPort } from "../../../src/agent/ports/grants.ts";
import type { ParkedCall } from "../../../src/agent/ports/parked-call.ts";
import { covers, isHeldBy } from "../../../src/domain/grants/coverage.ts";
import type { Grant } from "../../../src/domain/grants/grant.ts";
import { termsOf } from "../../../src/domain/grants/scopes.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { NOW } from "../../unit/tools/support.ts";

export class Standing implements GrantsPort {
  private readonly given: Grant[] = [];

  async claim({ holder, call, fresh }: Parameters<GrantsPort["claim"]>[0]): Promise<boolean> {
    const standing = new Map([...this.given, ...fresh].map((grant) => [grant.id, grant]));
    return [...standing.values()].some((grant) => isHeldBy(grant, holder) && covers(grant, call, NOW));
  }

  /** The widest grant that the card offers. Undefined: it offers none. */
  give({ grant, agent, tool }: Extract<ParkedCall, { kind: "approval" }>): Grant | undefined {
    const scope = grant?.scopes.at(-1);
    if (!grant || scope === undefined) return undefined;
    const terms = termsOf(scope, { ...grant, agent, tool }, NOW);
    const given = { ...terms, id: trustId<"gnt">(`gnt_${this.given.length + 1}`), granted_at: NOW };
    this.given.push(given);
    return given;
  }
}
