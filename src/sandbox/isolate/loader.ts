/**
 * The subset of the Worker Loader binding that is used, so that tests and the core need no Cloudflare types.
 */

interface WorkerCode {
  compatibilityDate: string;
  mainModule: string;
  modules: Record<string, string>;
  limits: { cpuMs: number; subRequests: number };
  env: Record<string, never>;
  /** Null: no network at all. */
  globalOutbound: null;
}

export interface WorkerLoader {
  /** Always a fresh Worker. */
  load(code: WorkerCode): { getEntrypoint(): Program };
}

/** The entry point of `runner.ts`, called over RPC. */
interface Program {
  run(args: string, host: ProgramHost): Promise<ProgramResult>;
}

export interface ProgramHost {
  /** Calls a host function by name; arguments and result are JSON. */
  call(name: string, args: string): Promise<string>;
  print(level: string, text: string): Promise<void>;
}

export type ProgramResult = { ok: true; value: string } | { ok: false; name: string; message: string };
