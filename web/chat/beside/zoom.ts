/** Zoom and position of a picture. */

export interface View {
  scale: number;
  /** Offset of the picture's middle from the window's, in CSS pixels. */
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };

const LARGEST = 8;

/** Zooms by the factor around the point (measured from the window's middle). */
export function zoomView({ scale, x, y }: View, factor: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  if (next === 1) return WHOLE;
  const by = next / scale;
  return { scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
}

/** A picture that is shown whole stays in the middle. */
export function panView({ scale, x, y }: View, by: { x: number; y: number }): View {
  return scale === 1 ? WHOLE : { scale, x: x + by.x, y: y + by.y };
}
