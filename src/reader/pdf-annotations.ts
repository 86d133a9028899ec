/** Annotations of a page of a PDF: the values of its form, notes, and texts that were typed onto it. */

interface Annotation {
  subtype?: string;
  fieldType?: string;
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  buttonValue?: unknown;
  exportValue?: unknown;
  password?: boolean;
  hidden?: boolean;
  options?: readonly { exportValue?: unknown; displayValue?: unknown }[];
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  textContent?: readonly string[];
}

export interface AnnotatedPage {
  getAnnotations(): Promise<readonly Annotation[]>;
}

const MOST = 2_000;
const MOST_CHARS = 20_000;
/** Kinds of notes that people write on a page. */
const NOTES = new Set([
  "Text",
  "FreeText",
  "Highlight",
  "Underline",
  "StrikeOut",
  "Squiggly",
  "Stamp",
  "Caret",
]);

/** A line for each; empty when there is none with words. */
export async function annotationText(page: AnnotatedPage): Promise<string> {
  const annotations = (await page.getAnnotations()).slice(0, MOST).filter(({ hidden }) => !hidden);
  const lines = annotations.map((each) => (each.subtype === "Widget" ? fieldLine(each) : noteLine(each)));
  return lines
    .filter((line) => line !== "")
    .join("\n")
    .slice(0, MOST_CHARS);
}

function fieldLine(field: Annotation): string {
  const value = field.password || field.pushButton ? "" : shownValue(field);
  const name = (field.fieldName || field.alternativeText || "field").trim();
  return value === "" ? "" : `${name}: ${value}`;
}

/** Value as it is seen. In a group of radio buttons, the line of the chosen one tells the choice. */
function shownValue({
  fieldType,
  checkBox,
  radioButton,
  fieldValue,
  buttonValue,
  options = [],
  ...field
}: Annotation): string {
  if (fieldType === "Sig") return fieldValue ? "signed" : "";
  if (checkBox)
    return isOff(fieldValue) ? "No" : fieldValue === field.exportValue ? String(fieldValue) : "No";
  if (radioButton) return !isOff(fieldValue) && fieldValue === buttonValue ? String(fieldValue) : "";
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (each) => typeof each === "string",
  );
  const shown = values.map(
    (value: string) => options.find((each) => each.exportValue === value)?.displayValue ?? value,
  );
  return shown.map(String).join(", ").trim();
}

function isOff(value: unknown): boolean {
  return typeof value !== "string" || value === "" || value === "Off";
}

function noteLine({ subtype = "", contentsObj, titleObj, textContent = [] }: Annotation): string {
  if (!NOTES.has(subtype)) return "";
  const words = (contentsObj?.str || textContent.join(" ")).replace(/\s+/g, " ").trim();
  const author = (titleObj?.str ?? "").trim();
  return words === "" ? "" : `[note${author === "" ? "" : ` by ${author}`}: ${words}]`;
}
