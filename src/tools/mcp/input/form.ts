/** Forms of elicitations: flat objects of texts, numbers, yes or no, and choices. */
import { z } from "zod";
import { oneLine } from "../../../domain/text/hidden-text.ts";

interface Choice {
  value: string;
  label: string;
}

export interface FormField {
  name: string;
  title: string;
  /** May be empty. */
  about: string;
  kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  /** Offered values of a choice; otherwise empty. */
  choices: readonly Choice[];
  isRequired: boolean;
  /** Absent: none. */
  preset?: unknown;
  least?: number | undefined;
  most?: number | undefined;
}

const MOST_FIELDS = 20;
const MOST_CHOICES = 100;

const Titled = z.array(z.looseObject({ const: z.string(), title: z.string().optional() })).max(MOST_CHOICES);
const Property = z.looseObject({
  type: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  enum: z.array(z.string()).max(MOST_CHOICES).optional(),
  enumNames: z.array(z.string()).optional().catch(undefined),
  oneOf: Titled.optional(),
  items: z
    .looseObject({ enum: z.array(z.string()).max(MOST_CHOICES).optional(), anyOf: Titled.optional() })
    .optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
  minLength: z.number().optional().catch(undefined),
  maxLength: z.number().optional().catch(undefined),
  minItems: z.number().optional().catch(undefined),
  maxItems: z.number().optional().catch(undefined),
});
const Form = z.looseObject({
  type: z.literal("object").optional(),
  properties: z.record(z.string().max(200), Property).default({}),
  required: z.array(z.string()).optional().catch(undefined),
});

/** Undefined for what is no such form, or one that is too long to ask. */
export function fieldsOf(schema: unknown): FormField[] | undefined {
  const form = Form.safeParse(schema ?? {});
  if (!form.success) return undefined;
  const { properties, required = [] } = form.data;
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name)),
  );
  const known = fields.filter((field) => field !== undefined);
  return known.length === fields.length && fields.length <= MOST_FIELDS ? known : undefined;
}

function fieldOf(
  name: string,
  property: z.output<typeof Property>,
  isRequired: boolean,
): FormField | undefined {
  const choices = choicesOf(property);
  const kind = kindOf(property.type, choices);
  if (kind === undefined) return undefined;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: preset } = property;
  return {
    name,
    title: oneLine(property.title ?? name, 100),
    about: oneLine(property.description ?? "", 300),
    kind,
    choices,
    isRequired,
    ...(preset !== undefined && { preset }),
    least: minimum ?? minLength ?? minItems,
    most: maximum ?? maxLength ?? maxItems,
  };
}

function choicesOf({ enum: values, enumNames, oneOf, items }: z.output<typeof Property>): Choice[] {
  const titled = oneOf ?? items?.anyOf;
  if (titled)
    return titled.map(({ const: value, title }) => ({ value, label: oneLine(title ?? value, 100) }));
  const plain = values ?? items?.enum ?? [];
  return plain.map((value, at) => ({ value, label: oneLine(enumNames?.[at] ?? value, 100) }));
}

function kindOf(type: string, choices: readonly Choice[]): FormField["kind"] | undefined {
  switch (type) {
    case "string":
      return choices.length > 0 ? "choice" : "text";
    case "array":
      return choices.length > 0 ? "choices" : undefined;
    case "number":
    case "integer":
    case "boolean":
      return type;
    default:
      return undefined;
  }
}

/** The answer as the form's value, or why it does not fit. */
export function filledValue(field: FormField, answer: string): { value: unknown } | { problem: string } {
  const text = answer.trim();
  switch (field.kind) {
    case "text":
      return isWithin(field, text.length)
        ? { value: text }
        : { problem: `Write ${bounds(field)} characters.` };
    case "boolean":
      return yesOrNo(text);
    case "number":
    case "integer":
      return numberOf(field, text);
    case "choice":
      return chosen(field, text);
    case "choices":
      return allChosen(field, text);
  }
}

const YES = /^(?:y|yes|ja|oui|true)$/i;
const NO = /^(?:n|no|nein|non|false)$/i;

function yesOrNo(text: string): { value: boolean } | { problem: string } {
  if (YES.test(text)) return { value: true };
  return NO.test(text) ? { value: false } : { problem: "Answer Yes or No." };
}

function numberOf(field: FormField, text: string): { value: number } | { problem: string } {
  const value = Number(text.replace(",", "."));
  const isNumber =
    text !== "" && Number.isFinite(value) && (field.kind === "number" || Number.isInteger(value));
  if (!isNumber) return { problem: field.kind === "integer" ? "Write a whole number." : "Write a number." };
  return isWithin(field, value) ? { value } : { problem: `Write a number of ${bounds(field)}.` };
}

function chosen({ choices }: FormField, text: string): { value: string } | { problem: string } {
  const isMeant = ({ value, label }: Choice) =>
    [value, label].some((each) => each.toLowerCase() === text.toLowerCase());
  const choice = choices.find(isMeant);
  return choice ? { value: choice.value } : { problem: `Choose one of: ${labels(choices)}.` };
}

function allChosen(field: FormField, text: string): { value: string[] } | { problem: string } {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  const values = parts.filter((part) => part !== "").map((part) => chosen(field, part));
  const wrong = values.find((each) => "problem" in each);
  if (wrong && "problem" in wrong)
    return { problem: `Choose among: ${labels(field.choices)}, separated by commas.` };
  const value = values.flatMap((each) => ("value" in each ? [each.value] : []));
  return isWithin(field, value.length) ? { value } : { problem: `Choose ${bounds(field)}.` };
}

export function labels(choices: readonly Choice[]): string {
  return choices.map(({ label }) => label).join(", ");
}

function isWithin({ least, most }: FormField, amount: number): boolean {
  return amount >= (least ?? Number.NEGATIVE_INFINITY) && amount <= (most ?? Number.POSITIVE_INFINITY);
}

function bounds({ least, most }: FormField): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}
