/**
 * The raw QuickJS module: its C functions by name, and strings in and out of its memory. All pointers are
 * numbers. One instance runs one program and is then dropped, whatever its state.
 */
import load from "@jitl/quickjs-ng-wasmfile-release-sync/emscripten-module";
import {
  type WasmGlobal,
  type WasmImports,
  type WasmInstance,
  type WasmMemory,
  type WasmModule,
  wasm,
} from "./web-assembly.ts";

type Pointer = number;

/** The subset of the Emscripten module that we use. */
export interface QuickJs {
  callbacks: Callbacks;
  stringToUTF8(text: string, to: Pointer, bytes: number): void;
  lengthBytesUTF8(text: string): number;
  UTF8ToString(from: Pointer): string;
  _malloc(bytes: number): Pointer;
  _free(pointer: Pointer): void;
  _QTS_NewRuntime(): Pointer;
  _QTS_RuntimeSetMemoryLimit(runtime: Pointer, bytes: number): void;
  _QTS_RuntimeSetMaxStackSize(runtime: Pointer, bytes: number): void;
  _QTS_RuntimeEnableModuleLoader(runtime: Pointer, normalize: number): void;
  _QTS_NewContext(runtime: Pointer, intrinsics: number): Pointer;
  _QTS_NewFunction(context: Pointer, name: Pointer, length: number, constructs: number, id: number): Pointer;
  _QTS_NewString(context: Pointer, text: Pointer): Pointer;
  _QTS_GetUndefined(): Pointer;
  _QTS_GetString(context: Pointer, value: Pointer): Pointer;
  _QTS_FreeCString(context: Pointer, text: Pointer): void;
  _QTS_FreeValuePointer(context: Pointer, value: Pointer): void;
  _QTS_ArgvGetJSValueConstPointer(values: Pointer, index: number): Pointer;
  _QTS_ResolveException(context: Pointer, value: Pointer): Pointer;
  _QTS_Eval(
    context: Pointer,
    code: Pointer,
    bytes: number,
    file: Pointer,
    detect: number,
    flags: number,
  ): Pointer;
  _QTS_Call(context: Pointer, fn: Pointer, self: Pointer, count: number, values: Pointer): Pointer;
  _QTS_IsJobPending(runtime: Pointer): number;
  _QTS_ExecutePendingJob(runtime: Pointer, most: number, context: Pointer): Pointer;
}

/** The first argument is unused in this build. */
interface Callbacks {
  callFunction(
    _: unknown,
    context: Pointer,
    self: Pointer,
    count: number,
    values: Pointer,
    id: number,
  ): Pointer;
  /** The source of a module, as a C string that QuickJS frees; 0 if there is none. */
  loadModuleSource(_: unknown, runtime: Pointer, context: Pointer, name: string): Pointer;
  normalizeModule(_: unknown, runtime: Pointer, context: Pointer, base: string, name: string): Pointer;
  shouldInterrupt(): number;
  freeHostRef(): void;
}

interface LoadOptions {
  wasmMemory: WasmMemory;
  instantiateWasm(imports: WasmImports, done: (instance: WasmInstance) => void): void;
}

const PAGE = 65_536;
/** Fixed when the module was built: see scripts/meter-wasm.mjs. */
const FIRST_PAGES = 96;

export interface Instance {
  js: QuickJs;
  memory: WasmMemory;
  /** Loop iterations until `meter` is called. */
  fuel: WasmGlobal;
}

/** `meter` is called when the fuel is used up; an error it throws ends the program for good. */
export async function instantiate(
  module: WasmModule,
  memoryBytes: number,
  meter: unknown,
): Promise<Instance> {
  const memory = new wasm.Memory({
    initial: FIRST_PAGES,
    maximum: FIRST_PAGES + Math.ceil(memoryBytes / PAGE),
  });
  let instance: WasmInstance | undefined;
  const options: LoadOptions = {
    wasmMemory: memory,
    instantiateWasm(imports, done) {
      instance = new wasm.Instance(module, { ...imports, nightjar: { meter } });
      done(instance);
    },
  };
  const js = await (load as unknown as (options: LoadOptions) => Promise<QuickJs>)(options);
  return { js, memory, fuel: fuelOf(instance) };
}

function fuelOf(instance: WasmInstance | undefined): WasmGlobal {
  const fuel = instance?.exports["fuel"];
  if (fuel) return fuel as WasmGlobal;
  throw new Error("the QuickJS module has no meter: run scripts/meter-wasm.mjs");
}

/** Copies the text in; call `free` on it unless QuickJS does. */
export function copyIn(js: QuickJs, text: string): { pointer: Pointer; bytes: number } {
  const bytes = js.lengthBytesUTF8(text);
  const pointer = js._malloc(bytes + 1);
  if (pointer === 0) throw new RangeError("the program's memory is full");
  js.stringToUTF8(text, pointer, bytes + 1);
  return { pointer, bytes };
}

/** Undefined if it has more than `most` bytes. */
export function copyOut(
  { js, memory }: Pick<Instance, "js" | "memory">,
  { context, value, most }: { context: Pointer; value: Pointer; most: number },
): string | undefined {
  const text = js._QTS_GetString(context, value);
  if (text === 0) return "";
  const window = new Uint8Array(memory.buffer, text, Math.min(most + 1, memory.buffer.byteLength - text));
  const copy = window.includes(0) ? js.UTF8ToString(text) : undefined;
  js._QTS_FreeCString(context, text);
  return copy;
}
