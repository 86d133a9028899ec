/** The Opus encoder, libopus as WebAssembly (`opus.wasm` of the package @evan/opus 1.0.3, MIT; libopus itself is BSD). */

interface Exports {
  memory: { buffer: ArrayBuffer };
  malloc(size: number): number;
  opus_encoder_get_size(channels: number): number;
  opus_encoder_init(encoder: number, rate: number, channels: number, application: number): number;
  opus_encoder_ctl_set(encoder: number, what: number, value: number): number;
  opus_encoder_ctl_get(encoder: number, what: number): number;
  opus_encode(encoder: number, samples: number, count: number, packet: number, room: number): number;
}

interface WasmApi {
  Instance: new (module: object, imports: object) => { exports: unknown };
}

const VOICE = 2048;
const SET_BITRATE = 4002;
const GET_LOOKAHEAD = 4027;
/** Bits a second: speech at this rate can't be told from its recording. */
const BITRATE = 32_000;
const MOST_OF_PACKET = 4_000;
/** Samples of a frame of 20 ms at the rate of 48 kHz, which Ogg counts in. */
export const FRAME = 960;
export const RATE = 48_000;

/** Encodes one channel at 48 kHz. An instance is for one recording, and is freed with it. */
export class OpusEncoder {
  private readonly wasm: Exports;
  private readonly encoder: number;
  private readonly samples: number;
  private readonly packet: number;

  /** `module`: `opus.wasm`, compiled. */
  constructor(module: object) {
    const { Instance } = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;
    const nothing = () => 0;
    const wasi = { fd_seek: nothing, fd_write: nothing, fd_close: nothing, proc_exit: nothing };
    const env = { emscripten_notify_memory_growth: nothing };
    this.wasm = new Instance(module, { wasi_snapshot_preview1: wasi, env }).exports as Exports;
    this.encoder = this.wasm.malloc(this.wasm.opus_encoder_get_size(1));
    this.samples = this.wasm.malloc(FRAME * 2);
    this.packet = this.wasm.malloc(MOST_OF_PACKET);
    checked(this.wasm.opus_encoder_init(this.encoder, RATE, 1, VOICE));
    checked(this.wasm.opus_encoder_ctl_set(this.encoder, SET_BITRATE, BITRATE));
  }

  /** Samples by which the sound comes later. */
  get delay(): number {
    return this.wasm.opus_encoder_ctl_get(this.encoder, GET_LOOKAHEAD);
  }

  /** Packet of one frame; the last one may be shorter, and silence fills it. */
  encode(frame: Float32Array): Uint8Array {
    const samples = new Int16Array(this.wasm.memory.buffer, this.samples, FRAME);
    for (let at = 0; at < FRAME; at++) samples[at] = Math.max(-1, Math.min(1, frame[at] ?? 0)) * 0x7fff;
    const size = checked(
      this.wasm.opus_encode(this.encoder, this.samples, FRAME, this.packet, MOST_OF_PACKET),
    );
    return new Uint8Array(this.wasm.memory.buffer, this.packet, size).slice();
  }
}

function checked(code: number): number {
  if (code < 0) throw new Error(`libopus failed with ${code}.`);
  return code;
}
