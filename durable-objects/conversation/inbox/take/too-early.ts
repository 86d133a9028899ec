/** Refusal of a report that should be sent again. */
import { refuseInput } from "../../../../src/domain/inbound.ts";

export const TOO_EARLY = refuseInput("too_early", "The call that set it going does not wait for it yet.");
