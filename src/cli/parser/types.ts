/** A command of the command line as its file declares it, and what it runs with. */
import type { Api } from "../connection/api.mjs";
import type { Instance } from "../connection/instance.mjs";
import type { Printer } from "../terminal/printer.mjs";

/** An option: its flags as help shows them (`-a, --agent <slug>`), and how its text becomes a value. */
export interface OptionRecord<T> {
  readonly flags: string;
  readonly about: string;
  /** May be given several times; the values are collected. */
  readonly isMany?: boolean;
  readonly choices?: readonly string[];
  readonly fallback?: T;
  /** Throws a CommandError that says what is taken. */
  readonly read?: (text: string) => unknown;
}

export type OptionRecords = Readonly<Record<string, OptionRecord<unknown>>>;

type ValuesOf<O extends OptionRecords> = {
  [Name in keyof O]: O[Name] extends OptionRecord<infer T> ? T : never;
};

/** Words and options that a command was given. */
export type Arguments<O extends OptionRecords> = { words: string[]; json: boolean } & ValuesOf<O>;

/** Surroundings of a command. */
export interface Context {
  /** Throws a CommandError where no instance is named. */
  readonly instance: () => Instance;
  /** Calls the instance. Throws a CommandError that says what to do. */
  readonly api: Api;
  readonly print: Printer;
  /** Help of the command that runs. */
  readonly help: string;
}

/** Resolves to the exit code; anything but a number means that it went well. */
export type Run<O extends OptionRecords> = (context: Context, given: Arguments<O>) => Promise<unknown>;

export interface CommandSpec<O extends OptionRecords> {
  readonly name: string;
  /** Completes "nightjar NAME: ...". */
  readonly summary: string;
  /** Arguments as help shows them: `<id>` must be there, `[text...]` may. */
  readonly args?: string;
  readonly options?: O;
  /** Lines below the options. */
  readonly details?: string;
  /** True for a command of other programs, which the overview leaves out. */
  readonly isHidden?: boolean;
  /** Runs the command; absent: help is shown. */
  readonly run?: Run<O>;
  /** Commands below this one, as `memory search`. */
  readonly commands?: readonly CommandRecord[];
}

/** A command as the list holds it. */
export type CommandRecord = Omit<CommandSpec<OptionRecords>, "run"> & {
  readonly run?: (context: Context, given: never) => Promise<unknown>;
};

/** Commands that help shows together. */
export interface Section {
  readonly title: string;
  readonly commands: readonly CommandRecord[];
}
