/** Ports of the wakers, including wakers from other parts of the house. */
import type { LaterWork } from "../../../src/platform/later-work.ts";
import type { WakerMaker } from "./waker.ts";

export interface WakerPorts {
  /** Throttle for background work, shared by all objects in this isolate. */
  laterWork: LaterWork;
  wakers: readonly WakerMaker[];
}
