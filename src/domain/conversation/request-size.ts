/** Sizes of a request to a model, part by part, in tokens. */

/** Parts of a request, in its order. */
export const REQUEST_PARTS = ["system", "tools", "memory", "files", "summary", "conversation"] as const;

export type RequestPart = (typeof REQUEST_PARTS)[number];

/** Estimates, made of the request that was sent. */
export interface RequestSize {
  /** Tokens that the model can read. */
  window: number;
  /** Tokens of a request at which the older part of the conversation is summarised. */
  compact_at_tokens: number;
  parts: Record<RequestPart, number>;
}
