/** The part of RNNoise's build that the app calls; the package has no types of its own. */
declare module "@jitsi/rnnoise-wasm/dist/rnnoise.js" {
  interface RnnoiseModule {
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    /** Address of a new state. */
    _rnnoise_create(): number;
    _rnnoise_destroy(state: number): void;
    /** Denoises a frame in place, and returns the probability that it is speech. */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }

  export default function createRNNWasmModule(options: {
    locateFile(path: string): string;
  }): Promise<RnnoiseModule>;
}
