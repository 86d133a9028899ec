/** Loads the media that a turn's tools showed: once, before the first request that contains it. */
import type { MediaPart } from "../../domain/message.ts";
import type { Deadline } from "../../domain/time/deadline.ts";
import type { UserBlock } from "../ports/model.ts";
import type { StepRecord } from "../turn.ts";
import { mediaOf } from "./assemble.ts";

/** Files by id. Never rejects: a file that cannot be read is missing. */
export type LoadMedia = (parts: readonly MediaPart[]) => Promise<ReadonlyMap<string, UserBlock>>;

interface ResultMediaDeps {
  load: LoadMedia;
  deadline(ms: number): Deadline;
}

/** Per turn, counted from the journal, so that a resumed turn shows the same files. */
const MAX_TOTAL_BYTES = 20_000_000;
const PATIENCE_MS = 20_000;

export class ResultMedia {
  private readonly deps: ResultMediaDeps;
  private readonly requested = new Set<string>();
  private readonly blocks = new Map<string, UserBlock>();

  constructor(deps: ResultMediaDeps) {
    this.deps = deps;
  }

  /** Undefined: there is nothing to wait for. Never rejects, and ends when the signal aborts. */
  read(steps: readonly StepRecord[], signal: AbortSignal): Promise<void> | undefined {
    const missing = seenIn(steps).filter(({ file_id }) => !this.requested.has(file_id));
    if (missing.length === 0) return undefined;
    for (const { file_id } of missing) this.requested.add(file_id);
    return this.load(missing, signal);
  }

  readonly of = ({ file_id }: MediaPart): UserBlock | undefined => this.blocks.get(file_id);

  private async load(parts: readonly MediaPart[], signal: AbortSignal): Promise<void> {
    const limit = this.deps.deadline(PATIENCE_MS);
    const over = AbortSignal.any([signal, limit.signal]);
    const loaded = this.deps.load(parts).catch(() => NONE);
    const found = await Promise.race([loaded, nothingFrom(over)]);
    limit.clear();
    for (const [id, block] of found) this.blocks.set(id, block);
  }
}

const NONE: ReadonlyMap<string, UserBlock> = new Map();

/** Media in order of arrival, as long as there is room. */
function seenIn(steps: readonly StepRecord[]): MediaPart[] {
  let room = MAX_TOTAL_BYTES;
  return steps.flatMap(mediaOf).filter(({ call_id, size = 0 }) => {
    if (call_id === undefined || size > room) return false;
    room -= size;
    return true;
  });
}

function nothingFrom(over: AbortSignal): Promise<typeof NONE> {
  return new Promise((resolve) => {
    if (over.aborted) resolve(NONE);
    over.addEventListener("abort", () => resolve(NONE), { once: true });
  });
}
