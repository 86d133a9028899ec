/** One program's environment: a QuickJS instance, its prelude, and the messages between program and host. */

import { MOST_CHARS } from "../json-limits.ts";
import { copyIn, copyOut, type Instance, type QuickJs } from "./glue.ts";
import type { Meter } from "./meter.ts";
import { PRELUDE } from "./prelude.ts";
import { promising } from "./web-assembly.ts";

type Message =
  | { type: "call"; json: string }
  | { type: "console"; json: string }
  | { type: "done"; json: string }
  | { type: "failed"; json: string }
  /** Longer than a message may be: its text was not read. */
  | { type: "oversized"; json: "" };

export interface EnvironmentDeps {
  instance: Instance;
  meter: Meter;
  memory_bytes: number;
  modules: Readonly<Record<string, string>>;
  post(message: Message): void;
}

const EVAL_MODULE = 1;
const EVAL_ASYNC = 1 << 7;
/** C stack for a program's recursion; the engine's limit is below the C stack's 5 MB. */
const STACK_BYTES = 384 * 1024;
const MOST_TYPE = 20;
const MOST_URL = 20_000;
const POST = 1;
const PARSE_URL = 2;

type Call = (...pointers: number[]) => Promise<number>;

const LAUNCHES = {
  program: { flags: EVAL_ASYNC, file: "program.js" },
  module: { flags: EVAL_MODULE, file: "main.js" },
};

export class Environment {
  private readonly js: QuickJs;
  private readonly deps: EnvironmentDeps;
  private readonly runtime: number;
  private readonly context: number;
  /** These run the program's code, and may be suspended in the middle. */
  private readonly eval: Call;
  private readonly call: Call;
  private readonly jobs: Call;
  private controlHandle = 0;

  constructor(deps: EnvironmentDeps) {
    const { js } = deps.instance;
    this.deps = deps;
    this.js = js;
    js.callbacks = this.callbacks();
    this.runtime = js._QTS_NewRuntime();
    js._QTS_RuntimeSetMemoryLimit(this.runtime, deps.memory_bytes);
    js._QTS_RuntimeSetMaxStackSize(this.runtime, STACK_BYTES);
    js._QTS_RuntimeEnableModuleLoader(this.runtime, 1);
    this.context = js._QTS_NewContext(this.runtime, 0);
    this.eval = promising(js._QTS_Eval);
    this.call = promising(js._QTS_Call);
    this.jobs = promising(js._QTS_ExecutePendingJob);
  }

  /** Throws the error that stopped the program. */
  async start(hostNames: readonly string[]): Promise<void> {
    const make = await this.evaluate(PRELUDE, "prelude.js", 0);
    const own = [this.hostFunction(POST), this.hostFunction(PARSE_URL)];
    this.controlHandle = await this.run(
      this.call,
      make,
      this.js._QTS_GetUndefined(),
      own.length,
      this.vector(own),
    );
    await this.control("offer", JSON.stringify(hostNames));
  }

  async program(code: string): Promise<void> {
    await this.launch("program", code);
  }

  async module(code: string, args: string): Promise<void> {
    await this.launch("module", code, args);
  }

  /** Runs trusted code that must be there before the program. */
  async load(code: string): Promise<void> {
    const value = await this.evaluate(code, "library.js", 0);
    this.js._QTS_FreeValuePointer(this.context, value);
  }

  async control(operation: string, ...texts: string[]): Promise<void> {
    await this.invoke([operation, ...texts].map((text) => this.string(text)));
  }

  /** Runs pending jobs until there are none; each may add more. */
  async runJobs(): Promise<void> {
    while (this.js._QTS_IsJobPending(this.runtime)) {
      const context = this.js._malloc(4);
      const result = await this.run(this.jobs, this.runtime, 1, context);
      this.js._free(context);
      this.js._QTS_FreeValuePointer(this.context, result);
    }
  }

  private async launch(operation: keyof typeof LAUNCHES, code: string, ...texts: string[]): Promise<void> {
    const { flags, file } = LAUNCHES[operation];
    const value = await this.evaluate(code, file, flags);
    const error = this.js._QTS_ResolveException(this.context, value);
    const [name, subject] = error ? ["failed", error] : [operation, value];
    await this.invoke([this.string(name), subject, ...texts.map((text) => this.string(text))]);
  }

  private async evaluate(code: string, file: string, flags: number): Promise<number> {
    const source = copyIn(this.js, code);
    const name = copyIn(this.js, file);
    const value = await this.run(
      this.eval,
      this.context,
      source.pointer,
      source.bytes,
      name.pointer,
      0,
      flags,
    );
    this.js._free(source.pointer);
    this.js._free(name.pointer);
    return value;
  }

  private async invoke(values: number[]): Promise<void> {
    const vector = this.vector(values);
    const undefinedValue = this.js._QTS_GetUndefined();
    const result = await this.run(this.call, this.controlHandle, undefinedValue, values.length, vector);
    this.js._free(vector);
    const error = this.js._QTS_ResolveException(this.context, result);
    for (const value of values) this.js._QTS_FreeValuePointer(this.context, value);
    if (error)
      throw new Error(
        copyOut(this.deps.instance, { context: this.context, value: error, most: MOST_CHARS }) ||
          "the program's memory is full",
      );
  }

  /** Metered. The context is the first argument of all but the job runner. */
  private async run(call: Call, ...pointers: number[]): Promise<number> {
    const args = call === this.call ? [this.context, ...pointers] : pointers;
    await this.deps.meter.begin();
    try {
      return await call(...args);
    } finally {
      this.deps.meter.settle();
    }
  }

  private hostFunction(id: number): number {
    const name = copyIn(this.js, "host");
    const fn = this.js._QTS_NewFunction(this.context, name.pointer, 2, 0, id);
    this.js._free(name.pointer);
    return fn;
  }

  private string(text: string): number {
    const copy = copyIn(this.js, text);
    const value = this.js._QTS_NewString(this.context, copy.pointer);
    this.js._free(copy.pointer);
    return value;
  }

  private vector(pointers: readonly number[]): number {
    const at = this.js._malloc(4 * pointers.length);
    if (at === 0) throw new RangeError("the program's memory is full");
    new Uint32Array(this.deps.instance.memory.buffer, at, pointers.length).set(pointers);
    return at;
  }

  private callbacks(): QuickJs["callbacks"] {
    const { meter } = this.deps;
    return {
      callFunction: (_, context, ...[_self, _count, values, id]) =>
        meter.unmetered(() => this.fromProgram(context, values, id)),
      loadModuleSource: (_, ...[_runtime, _context, name]) => meter.unmetered(() => this.moduleSource(name)),
      normalizeModule: (_, ...[_runtime, _context, base, name]) =>
        meter.unmetered(() => this.quickJsString(resolveModule(base, name))),
      shouldInterrupt: () => 0,
      freeHostRef: () => undefined,
    };
  }

  private fromProgram(context: number, values: number, id: number): number {
    const argument = (index: number, most: number) =>
      copyOut(this.deps.instance, {
        context,
        value: this.js._QTS_ArgvGetJSValueConstPointer(values, index),
        most,
      });
    const [type, json] =
      id === PARSE_URL ? ["", argument(0, MOST_URL)] : [argument(0, MOST_TYPE), argument(1, MOST_CHARS)];
    this.deps.meter.charge(json?.length ?? MOST_CHARS);
    if (id === PARSE_URL) return this.string(json === undefined ? "" : urlParts(json));
    this.deps.post({ type: json === undefined ? "oversized" : type, json: json ?? "" } as Message);
    // A null pointer means `undefined`; QuickJS frees the others.
    return 0;
  }

  private moduleSource(name: string): number {
    const { modules } = this.deps;
    return Object.hasOwn(modules, name) ? this.quickJsString(modules[name] ?? "") : 0;
  }

  private quickJsString(text: string): number {
    return copyIn(this.js, text).pointer;
  }
}

/** `./parse.js` from `lib/a.js` is `lib/parse.js`. Names never leave the job's own modules. */
function resolveModule(base: string, name: string): string {
  if (!name.startsWith(".")) return name;
  return new URL(name, `file:///${base}`).pathname.slice(1);
}

function urlParts(json: string): string {
  const [address = "", base] = JSON.parse(json) as [string, string?];
  const url = URL.parse(address, base);
  if (!url) return "";
  const { href, origin, protocol, host, hostname, port, pathname, search, hash } = url;
  return JSON.stringify({ href, origin, protocol, host, hostname, port, pathname, search, hash });
}
