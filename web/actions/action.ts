/** An action of the app: menus, the palette, buttons, shortcuts and the sheet of keys all come from its record. */
import type { IconName } from "../ui/pictures/icons.ts";
import { areKeys, type KeyPress, type Keys, keysText } from "./keys.ts";

/** `Context` is all that the actions of a scope may know and use. */
export interface Action<in Context> {
  /** Unique in its scope. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** The action destroys something. */
  readonly danger?: boolean;
  /** A button shows this for a moment once it has run, unless `run` says false. */
  readonly done?: string;
  /** Each runs it; the first is the one that people are shown. */
  readonly keys?: readonly [Keys, ...Keys[]];
  /** The action has only a button or keys: menus and the palette leave it out. */
  readonly isUnlisted?: boolean;
  /** Whether it is offered; without it, always. */
  when?(context: Context): boolean;
  /** Reports its own failures. */
  run(context: Context): unknown;
}

/** An action in its context, as it is drawn. */
export type Offer = Omit<Action<never>, "when" | "run"> & { run(): unknown };

/** The actions that are offered in this context, in their order. */
export function offersOf<Context>(actions: readonly Action<Context>[], context: Context): Offer[] {
  return actions
    .filter((action) => action.isUnlisted !== true && isOffered(action, context))
    .map((action) => ({ ...action, run: () => action.run(context) }));
}

interface KeyEvent extends KeyPress {
  readonly defaultPrevented: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
  preventDefault(): void;
}

/** The one key listener of a scope. `contextNow` is asked only when keys match; null: the scope is not there. */
export function keyListener<Context>(
  actions: readonly Action<Context>[],
  contextNow: () => Context | null,
): (event: KeyEvent) => void {
  return (event) => {
    // Keys that end a composition (Japanese, Chinese, Korean input) are meant for it.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const pressed = actions.filter(({ keys }) => keys?.some((each) => areKeys(each, event)));
    const context = pressed.length > 0 ? contextNow() : null;
    if (context === null) return;
    const action = pressed.find((each) => isOffered(each, context));
    if (action === undefined) return;
    event.preventDefault();
    action.run(context);
  };
}

/** Tooltip: what a button does, and by which keys. */
export function hintOf({ label, keys }: Pick<Action<never>, "label" | "keys">): string {
  return keys === undefined ? label : `${label} (${keysText(keys[0])})`;
}

function isOffered<Context>(action: Action<Context>, context: Context): boolean {
  return action.when?.(context) ?? true;
}
