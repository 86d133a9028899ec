/** The fault table: what providers, proxies and networks do, and what must come of it. */
import type { FinishReason, ModelFailureKind, ToolInput } from "../../../src/agent/ports/model.ts";
import type { Reply } from "../../support/model-wire/reply.ts";
import { bodyFaults } from "./faults/bodies.ts";
import { connectionFaults } from "./faults/connections.ts";
import { contentFaults } from "./faults/contents.ts";
import { framingFaults } from "./faults/framing.ts";
import { statusFaults } from "./faults/statuses.ts";
import { toolFaults } from "./faults/tools.ts";
import type { WireName } from "./wires.ts";

export type Outcome =
  | { type: "finish"; reason: FinishReason; text?: string; inputs?: ToolInput[] }
  | {
      type: "failed";
      kind: ModelFailureKind;
      /** What people may have seen until then. */
      text?: string;
      retryable?: boolean;
      /** At most, where the provider named a time; null when it named none. */
      retry_after_ms?: number | null;
    };

export interface Fault {
  name: string;
  wire: WireName;
  reply: Reply;
  /** Nothing more will come, so the time may be moved on: only then does the fault show. */
  silent?: boolean;
  outcome: Outcome;
}

export const FAULTS: readonly Fault[] = [
  ...statusFaults(),
  ...bodyFaults(),
  ...connectionFaults(),
  ...framingFaults(),
  ...contentFaults(),
  ...toolFaults(),
];
