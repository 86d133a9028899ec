/** Reasons to be awake that other parts of the house bring. */
import type { WakerMaker } from "./waker.ts";

export interface WakerPorts {
  wakers: readonly WakerMaker[];
}
