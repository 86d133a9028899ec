/**
 * The subset of WebAssembly that we use, with the same types on Node and in a Worker; with stack switching if
 * the runtime has it.
 */

export interface WasmModule {
  readonly __wasmModule?: never;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmGlobal {
  value: number;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export type WasmImports = Record<string, Record<string, unknown>>;

interface WasmApi {
  Memory: new (descriptor: { initial: number; maximum: number }) => WasmMemory;
  Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance;
  /**
   * JavaScript Promise Integration: available in workerd, not in older Node. A wrapped import can suspend its
   * caller.
   */
  Suspending?: new (
    fn: () => unknown,
  ) => object;
  promising?: (fn: unknown) => (...args: number[]) => Promise<number>;
}

export const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;

/** Whether a program can be suspended in mid-computation. */
export function canSuspend(): boolean {
  return wasm.Suspending !== undefined && wasm.promising !== undefined;
}

/**
 * Wraps an import so that a promise it returns suspends the program; returns it unchanged if the runtime
 * cannot.
 */
export function suspending(fn: () => unknown): unknown {
  return wasm.Suspending && wasm.promising ? new wasm.Suspending(fn) : fn;
}

/** Wraps an export so that it can be suspended. */
export function promising(fn: unknown): (...args: number[]) => Promise<number> {
  if (wasm.Suspending && wasm.promising) return wasm.promising(fn);
  return async (...args) => (fn as (...args: number[]) => number)(...args);
}
