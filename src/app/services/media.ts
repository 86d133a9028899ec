/** Reading documents, and speech to text and back. */

import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { ReadScan } from "../../tools/files/port.ts";
import type { Picture, PictureRequest } from "../../tools/media/make-image.ts";
import type { Synthesize, Transcribe, TranscribeLive } from "../../voice/ports.ts";
import type { Ear, Mouth, SpeechAccess, SpeechProvider } from "../../voice/provider.ts";
import type { RecordingStore } from "../../voice/recordings.ts";
import { group } from "./group.ts";

export interface PictureSettings {
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
}

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
  /** Transcribes while somebody speaks; undefined while the first of the ears takes whole recordings. */
  liveTranscriber(): TranscribeLive | undefined;
  /** Synthesizes speech; undefined while nothing that can is connected. */
  synthesizer(): Synthesize | undefined;
  /** Sound of what people have said in calls. */
  recordings(): Promise<RecordingStore>;
  /** Draws a picture; undefined while nothing that can is connected. */
  illustrator(): ((asked: PictureRequest, signal: AbortSignal) => Promise<Picture>) | undefined;
  /** Settings of pictures, completed by connected accounts; read at each use. */
  pictureSettings: PictureSettings;
  /** Providers that hear and that speak, as they are set now, in the order in which they are asked. */
  ears(): SpeechProvider<Ear>[];
  mouths(): SpeechProvider<Mouth>[];
  /** Ways to them, with the settings that hold now. */
  speechAccess(): SpeechAccess;
}

export const MEDIA = group<MediaServices>()(
  "readPdf",
  "transcriber",
  "liveTranscriber",
  "synthesizer",
  "recordings",
  "illustrator",
  "pictureSettings",
  "ears",
  "mouths",
  "speechAccess",
  "readScan",
  "ocrEngines",
  "ocrEngine",
  "recognizesScans",
);
