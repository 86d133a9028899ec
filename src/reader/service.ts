/** The Worker beside Nightjar's: it reads PDFs (`worker.ts`), and makes voice notes of recordings. */
import { pause } from "../platform/pause.ts";
import module from "./sound/opus.wasm";
import reader from "./worker.ts";

const VOICE_NOTE = "/voice-note";

export default {
  fetch: (request: Request): Promise<Response> =>
    new URL(request.url).pathname === VOICE_NOTE ? voiceNoteOf(request) : reader.fetch(request),
};

/** Takes a `POST` with a WAV file. Answers with Ogg Opus, or with 422 and the reason. */
async function voiceNoteOf(request: Request): Promise<Response> {
  try {
    const { voiceNote } = await import("./sound/voice-note.ts");
    const wav = new Uint8Array(await request.arrayBuffer());
    const [serial = 0] = crypto.getRandomValues(new Uint32Array(1));
    return new Response(await voiceNote(wav, { module, serial, rest: () => pause(0) }));
  } catch (problem) {
    return new Response(problem instanceof Error ? problem.message : String(problem), { status: 422 });
  }
}
