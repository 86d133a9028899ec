/** Reasons to be awake that other parts of the house bring. */
import type { LaterWork } from "../../../src/platform/later-work.ts";
import type { WakerMaker } from "./waker.ts";

export interface WakerPorts {
  /** When that is done for which nobody waits, of all objects of the isolate. */
  laterWork: LaterWork;
  wakers: readonly WakerMaker[];
}
