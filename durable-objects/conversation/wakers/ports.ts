/** Ports of the wakers, including wakers from other parts of the house. */
import type { BackgroundThrottle } from "../../../src/platform/background-throttle.ts";
import type { WakerMaker } from "./waker.ts";

export interface WakerPorts {
  /** Throttle for background work, shared by all objects in this isolate. */
  laterWork: BackgroundThrottle;
  wakers: readonly WakerMaker[];
}
