/** Refusal of a report that should be sent again. */
import { refused } from "../../../../src/domain/inbound.ts";

export const TOO_EARLY = refused("too_early", "The call that set it going does not wait for it yet.");
