/** Crops a picture to its middle square and scales it down, in the browser. */

const SIDE = 256;

/** Undefined for a file that the browser can't read as a picture. */
export async function smallPicture(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  // A browser that can't write WebP writes PNG.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.9));
  return blob === null ? undefined : new File([blob], `avatar.${blob.type.slice(6)}`, { type: blob.type });
}
