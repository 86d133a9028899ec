/** What we use of WebAssembly, typed the same on Node and in a Worker; with stack switching where there is any. */

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
  /** JavaScript Promise Integration: in workerd, not in older Node. A wrapped import may put the caller aside. */
  Suspending?: new (
    fn: () => unknown,
  ) => object;
  promising?: (fn: unknown) => (...args: number[]) => Promise<number>;
}

export const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;

/** Whether a program can be put aside in the middle of computing. */
export function canSuspend(): boolean {
  return wasm.Suspending !== undefined && wasm.promising !== undefined;
}

/** The import, so that a promise it returns puts the program aside; where that is not possible, as it is. */
export function suspending(fn: () => unknown): unknown {
  return wasm.Suspending && wasm.promising ? new wasm.Suspending(fn) : fn;
}

/** The export as one that may be put aside in the middle. */
export function promising(fn: unknown): (...args: number[]) => Promise<number> {
  if (wasm.Suspending && wasm.promising) return wasm.promising(fn);
  return async (...args) => (fn as (...args: number[]) => number)(...args);
}
