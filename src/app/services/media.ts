/** Documents read, speech heard and spoken. */

import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { Synthesize } from "../../tools/media/synthesize.ts";
import type { Transcribe } from "../../tools/media/transcribe.ts";
import { group } from "./group.ts";

export interface MediaServices {
  readPdf: ReadPdf;
  /** Writes down what was said; undefined: nothing here can hear. */
  transcribe: Transcribe | undefined;
  /** Undefined: nothing here can speak. */
  synthesize: Synthesize | undefined;
}

export const MEDIA = group<MediaServices>()("readPdf", "transcribe", "synthesize");
