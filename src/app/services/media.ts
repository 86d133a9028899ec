/** Reading documents, and speech to text and back. */

import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { Synthesize } from "../../tools/media/synthesize.ts";
import type { Transcribe } from "../../tools/media/transcribe.ts";
import { group } from "./group.ts";

export interface MediaServices {
  readPdf: ReadPdf;
  /** Transcribes speech; undefined if nothing here can. */
  transcribe: Transcribe | undefined;
  /** Synthesizes speech; undefined if nothing here can. */
  synthesize: Synthesize | undefined;
}

export const MEDIA = group<MediaServices>()("readPdf", "transcribe", "synthesize");
