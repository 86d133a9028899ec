/** Probability of speech in a frame of sound, by RNNoise. */
import createModule from "@jitsi/rnnoise-wasm/dist/rnnoise.js";
import address from "@jitsi/rnnoise-wasm/dist/rnnoise.wasm?url";

const FRAME = 480;
/** RNNoise takes samples of 16 bits as floats. */
const SCALE = 0x8000;

export interface SpeechProbability {
  /** 10 ms at 48 kHz, from -1 to 1. */
  of(frame: Float32Array): number;
  close(): void;
}

export async function speechProbability(): Promise<SpeechProbability> {
  const module = await createModule({ locateFile: () => address });
  const state = module._rnnoise_create();
  const samples = module._malloc(FRAME * Float32Array.BYTES_PER_ELEMENT);
  return {
    of(frame) {
      const place = samples / Float32Array.BYTES_PER_ELEMENT;
      for (let at = 0; at < FRAME; at += 1) module.HEAPF32[place + at] = (frame[at] ?? 0) * SCALE;
      return module._rnnoise_process_frame(state, samples, samples);
    },
    close() {
      module._rnnoise_destroy(state);
      module._free(samples);
    },
  };
}
