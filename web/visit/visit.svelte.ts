/** This browser's visit to a room: finding, starting and leaving it. */
import type { VisitView } from "../../src/channels/web/wire.ts";
import type { ApiFailure, Result } from "../api/http.ts";
import { endVisit, readVisit, startVisit, type VisitState } from "../api/rooms.ts";
import { readStored, writeStored } from "../session/browser/storage.ts";

/** `door`: outside, with the reason why one could not come in, or how the last visit ended. */
export type Whereabouts =
  | { at: "looking" }
  | { at: "door"; refusal: ApiFailure | null; last: VisitState | null }
  | { at: "inside"; state: VisitState };

/** Comes in, and remembers the visit. */
export async function comeIn(slug: string): Promise<Result<VisitState>> {
  const begun = await startVisit(slug);
  if (begun.ok) keep(slug, begun.value.session_id);
  return begun;
}

function keep(slug: string, visit: string | null): void {
  writeStored(`visit:${slug}`, visit);
}

export function isOver(visit: Pick<VisitView, "session_status">): boolean {
  return visit.session_status === "kicked" || visit.session_status === "ended";
}

/** The visit is over for the person who left, while others are still there. */
function outOf(visit: VisitView): VisitView {
  return { ...visit, session_status: "ended", ended_at: new Date().toISOString(), agents_available: [] };
}

export class Visiting {
  where = $state.raw<Whereabouts>({ at: "looking" });
  isBusy = $state(false);
  private readonly slug: string;

  constructor(slug: string) {
    this.slug = slug;
  }

  /** Continues the visit that this browser remembers. */
  async look(): Promise<void> {
    const kept = readStored<string>(`visit:${this.slug}`);
    if (kept === undefined) return this.outside();
    const state = await readVisit(this.slug, kept);
    if (!state.ok) {
      if (state.status === 404) keep(this.slug, null);
      return this.outside(state.status === 404 ? null : state);
    }
    this.stand(state.value);
  }

  async knock(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const begun = await comeIn(this.slug);
    this.isBusy = false;
    if (!begun.ok) return this.outside(begun, this.where.at === "door" ? this.where.last : null);
    this.stand(begun.value);
  }

  /** Undefined on success, else the failure. */
  async leave(): Promise<ApiFailure | undefined> {
    if (this.where.at !== "inside" || this.isBusy) return undefined;
    this.isBusy = true;
    const left = await endVisit(this.slug, this.where.state.session_id);
    this.isBusy = false;
    if (!left.ok) return left;
    this.stand(left.value);
    return undefined;
  }

  /**
   * Applies the visit's state as its conversation reports it, on every device that has it open. `me`: the reader's id.
   */
  told(visit: VisitView, me: string | undefined): void {
    const { where } = this;
    if (where.at !== "inside") return;
    const mine = me !== undefined && visit.left.includes(me) ? outOf(visit) : visit;
    this.stand({ ...mine, session_id: where.state.session_id });
  }

  private stand(state: VisitState): void {
    if (isOver(state)) this.outside(null, state);
    else this.where = { at: "inside", state };
  }

  private outside(refusal: ApiFailure | null = null, last: VisitState | null = null): void {
    this.where = { at: "door", refusal, last };
  }
}
