/** Draws pages of a PDF. Loaded with PDF.js when the first PDF is opened; parsing runs in a web worker. */
import { GlobalWorkerOptions, getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = worker;

export interface Pdf {
  pages: number;
  /** Draws a page, counted from 1, at that width in CSS pixels. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<void>;
  close(): void;
}

/** Rejects with the problem of the file. */
export async function openPdf(data: ArrayBuffer): Promise<Pdf> {
  const task = getDocument({ data, useWasm: false, enableXfa: false });
  const document = await task.promise;
  return {
    pages: document.numPages,
    async draw(number, canvas, width) {
      const page = await document.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: (width / natural.width) * Math.min(devicePixelRatio, 2) });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
    },
    close: () => void task.destroy(),
  };
}
