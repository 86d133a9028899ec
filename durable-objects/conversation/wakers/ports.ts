/** Ports of the wakers, including wakers from other parts of the house. */
import type { BackgroundThrottle } from "../../../src/platform/background-throttle.ts";
import type { FailuresDeps } from "./failures.ts";
import type { WakerMaker } from "./waker.ts";

interface WakerPaces {
  /** Lease for work in progress: if the object dies now, it is awake again by then. */
  lease_ms: number;
}

export interface WakerPorts extends FailuresDeps {
  paces: WakerPaces;
  /** Throttle for background work, shared by all objects in this isolate. */
  backgroundThrottle: BackgroundThrottle;
  wakers: readonly WakerMaker[];
}
