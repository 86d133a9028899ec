/** Casting in a child: its agent's tools, rules and limits are bounded by the mandate. */
import type { Casting } from "../../../durable-objects/conversation/context/casting.ts";
import { under } from "../../children/mandate.ts";

export function underMandate(next: Casting): Casting {
  return {
    async cast(request, wanted) {
      const cast = await next.cast(request, wanted);
      const mandate = request.meta.parent?.mandate;
      return mandate ? under(mandate, cast) : cast;
    },
  };
}
