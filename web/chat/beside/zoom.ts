/** A picture that is looked at closely: how large, and which part of it. */

export interface View {
  scale: number;
  /** Of the picture's middle from the window's, in CSS pixels. */
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

const LARGEST = 8;

/** Nearer by the factor, with the point (from the window's middle) staying where it is. */
export function zoomed({ scale, x, y }: View, factor: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  if (next === 1) return WHOLE;
  const by = next / scale;
  return { scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
}

/** A picture that is shown whole stays in the middle. */
export function moved({ scale, x, y }: View, by: { x: number; y: number }): View {
  return scale === 1 ? WHOLE : { scale, x: x + by.x, y: y + by.y };
}
