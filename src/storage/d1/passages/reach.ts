/** The passages that a statement may search, and the metering of its cost. */
import type { Meter, Reach } from "../../../memory/ports/index-port.ts";
import { kindToken, placeToken } from "./chunk-rows.ts";

/** Null for all scopes of the owner. */
export function scopesParameter(scopes: Reach["scopes"]): string | null {
  return scopes === "all" ? null : JSON.stringify(scopes);
}

/** The part of a full-text query that confines it to the source and the kinds. */
export function within({ owner, source, kinds }: Reach): string {
  const here = source === undefined ? "" : `places : "${placeToken(owner, source)}" AND `;
  const only = (kinds ?? []).map((kind) => `"${kindToken(kind)}"`).join(" OR ");
  return only === "" ? here : `${here}places : (${only}) AND `;
}

export function note(meter: Meter | undefined, meta: D1Meta | undefined): void {
  if (meter !== undefined) meter.rows_read += meta?.rows_read ?? 0;
}
