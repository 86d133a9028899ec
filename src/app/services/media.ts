/** Reading documents, and speech to text and back. */

import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { ReadScan } from "../../tools/files/port.ts";
import type { Picture, PictureRequest } from "../../tools/media/make-image.ts";
import type { SpeechSettings, Synthesize } from "../../tools/media/synthesize.ts";
import type { Transcribe, TranscribeSettings } from "../../tools/media/transcribe.ts";
import { group } from "./group.ts";

export type MediaSettings = SpeechSettings & TranscribeSettings;

/** Text recognition. */
export interface OcrServices {
  readScan: ReadScan;
  /** Names of the engines that are connected. */
  ocrEngines(): string[];
  /** The engine in use; undefined while none is connected. */
  ocrEngine(): string | undefined;
  /** Tells whether scans are recognized without being asked for. */
  recognizesScans(): boolean;
}

export interface MediaServices extends OcrServices {
  readPdf: ReadPdf;
  /** Transcribes speech; undefined while nothing that can is connected. */
  transcriber(): Transcribe | undefined;
  /** Synthesizes speech; undefined while nothing that can is connected. */
  synthesizer(): Synthesize | undefined;
  /** Draws a picture; undefined while nothing that can is connected. */
  illustrator(): ((asked: PictureRequest, signal: AbortSignal) => Promise<Picture>) | undefined;
  /** Settings of pictures and speech, completed by connected accounts; read at each use. */
  mediaSettings: MediaSettings;
}

export const MEDIA = group<MediaServices>()(
  "readPdf",
  "transcriber",
  "synthesizer",
  "illustrator",
  "mediaSettings",
  "readScan",
  "ocrEngines",
  "ocrEngine",
  "recognizesScans",
);
