/** Call ids on the wire, the same for a call and its result. */

/** Every provider takes these. */
const TAKEN = /^[A-Za-z0-9_-]{1,40}$/;
const LONGEST_STEM = 24;

/**
 * A model gets the ids that it gave as it gave them: some count by them, or keep their thinking in them. For another
 * one, an id that it might refuse is mapped one to one.
 */
export function wireCallId(block: { call_id: string; model?: string }, model: string): string {
  const { call_id } = block;
  if ((block.model === model && call_id !== "") || TAKEN.test(call_id)) return call_id;
  const stem = call_id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_STEM);
  return `${stem || "call"}_${digest(call_id)}`;
}

const NINE_SIGNS = /^[A-Za-z0-9]{9}$/;

/** An id of nine letters and digits, the same for the same id: Mistral takes no others. */
export function nineSigns(call_id: string): string {
  return NINE_SIGNS.test(call_id) ? call_id : digest(call_id).padStart(9, "0").slice(-9);
}

/** 53 bits, in letters and digits (cyrb53). */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
