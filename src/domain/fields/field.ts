/**
 * Tables of settings. Each setting of an agent or a room is described once, as data: its values, its default, and how the app
 * shows it. Its type, its schema, its draft in a form and its control follow from that.
 */

declare const isMessage: unique symbol;

/** English text of the app, which its catalogues translate. */
export type Message = string & { readonly [isMessage]: true };
type WithoutGaps<Text extends string> = Text extends `${string}{${string}` ? never : string;

/** Marks a text of a table for the catalogues. A text with gaps does not compile: nothing would fill them. */
export function msg<const Text extends string>(text: Text & WithoutGaps<Text>): Message {
  return text as unknown as Message;
}

/** Presentation of a setting in the app. */
interface Shown {
  /** Stands above the control. */
  readonly label: Message;
  /** Name in lists of changes, where that differs from the label. */
  readonly name?: Message;
  /** Stands below the control. */
  readonly note?: Message;
  readonly placeholder?: Message;
  /** Group of the form that draws it with a plain control. Absent: the form has a control of its own for it. */
  readonly group?: string;
  /** Takes the form's whole width. */
  readonly wide?: true;
  /** Conductors may set it, too. */
  readonly conducted?: true;
}

/** A rule for texts; `otherwise` is what somebody is told whose text breaks it. */
interface Rule {
  readonly is: RegExp;
  readonly otherwise: string;
}

/** Text that a person writes; spaces around it are removed. */
export interface TextField extends Shown {
  readonly kind: "text";
  readonly least?: number;
  readonly most: number;
  /** A name of a person or thing: one line, without invisible characters. */
  readonly isName?: true;
  readonly isLowerCase?: true;
  /** Lines of its control; absent: one line, which cannot be broken. */
  readonly lines?: number;
  /** Absent: it has to be given. */
  readonly default?: string;
}

/** Text with a meaning for programs, taken as it is: a name, an id, a colour. */
export interface CodeField extends Shown {
  readonly kind: "code";
  readonly least?: number;
  readonly most?: number;
  readonly must?: Rule;
  readonly mustNot?: Rule;
  /** The form offers the models that there are. */
  readonly isModel?: true;
  /** Null: it may be unset. Absent: it has to be given. */
  readonly default?: string | null;
}

export interface NumberField extends Shown {
  readonly kind: "number";
  readonly isWhole?: true;
  readonly least: number;
  readonly most: number;
  /** Null: it may be unset, and is null then. */
  readonly default?: number | null;
  /** The field may be unset, and is then absent. */
  readonly optional?: true;
}

/** A whole number that is always set. */
export function count<const Usual extends number>(least: number, most: number, usual: Usual) {
  return { kind: "number", isWhole: true, least, most, default: usual } as const;
}

export interface ChoiceField extends Shown {
  readonly kind: "choice";
  /** Labels by value, in the order of the control. */
  readonly options: Readonly<Record<string, Message>>;
  readonly default?: string;
  /** The field may be unset, and is then absent. */
  readonly optional?: true;
  /** Label of the choice that leaves it unset; without it, an absent value is shown as `means`. */
  readonly unset?: Message;
  readonly means?: string;
  /** Value of a new thing made in the app, where it is not the default. */
  readonly begins?: string;
}

export interface FlagField extends Shown {
  readonly kind: "flag";
  readonly default: boolean;
}

/** A setting's values, without its place in a form. */
export type WithoutLabel<F extends Field> = Omit<F, "label">;

/** List of short texts; typed one a line. */
export interface ListField extends Shown {
  readonly kind: "list";
  readonly of: WithoutLabel<TextField> | WithoutLabel<CodeField>;
  readonly most: number;
  readonly default: readonly string[];
  readonly lines?: number;
}

/** Settings of one purpose, which may be given in part. */
export interface GroupField extends Shown {
  readonly kind: "group";
  readonly fields: FieldTable;
}

/** Value with a schema and a draft of its own; `default` carries its type. */
export interface OwnField extends Shown {
  readonly kind: "own";
  readonly default: unknown;
  /** The field must be given: `default` is only the initial value of a form. */
  readonly required?: true;
  /** A record whose entries are compared one by one. */
  readonly isRecord?: true;
}

export type Field =
  | TextField
  | CodeField
  | NumberField
  | ChoiceField
  | FlagField
  | ListField
  | GroupField
  | OwnField;

export type FieldTable = Readonly<Record<string, Field>>;
