/** Text recognition (OCR): its settings, and the recognition of one file. */
import { definePart } from "../part.ts";
import { ocrRoutes } from "./routes.ts";

export const ocrPart = definePart({ name: "ocr", routes: ocrRoutes });
