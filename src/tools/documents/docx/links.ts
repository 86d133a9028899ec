/** Links of a Word document: elements with a relation, and fields that hold the address in their instruction. */
import { attribute } from "../xml.ts";

/** Fields within each other, as in a table of contents. */
const MOST_FIELDS = 50;

interface Field {
  instruction: string;
  /** Start of the result; undefined while the text is still the instruction. */
  from?: number;
}

export class DocxLinks {
  private readonly relations: ReadonlyMap<string, string>;
  private link: { from: number; to: string } | undefined;
  private fields: Field[] = [];
  private hasEnded = false;

  constructor(relations: ReadonlyMap<string, string>) {
    this.relations = relations;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void {
    if (name === "hyperlink")
      this.link = { from: at, to: this.relations.get(attribute(attributes, "id") ?? "") ?? "" };
    if (name !== "fldChar") return;
    const type = attribute(attributes, "fldCharType");
    const field = this.fields.at(-1);
    if (type === "begin" && this.fields.length < MOST_FIELDS) this.fields.push({ instruction: "" });
    if (type === "separate" && field) field.from = at;
    this.hasEnded = type === "end";
  }

  instruct(text: string): void {
    const field = this.fields.at(-1);
    if (field && field.from === undefined) field.instruction += text;
  }

  /** The text with the link that ends here. */
  close(name: string, text: string): string {
    if (name === "hyperlink" && this.link) {
      const { from, to } = this.link;
      this.link = undefined;
      return linked(text, from, to);
    }
    if (name !== "fldChar" || !this.hasEnded) return text;
    this.hasEnded = false;
    const { instruction = "", from } = this.fields.pop() ?? {};
    const [, to] = /^\s*HYPERLINK\s+"([^"]+)"/.exec(instruction) ?? [];
    return from === undefined || to === undefined ? text : linked(text, from, to);
  }

  /** The text begins anew; a field that goes on has its start in the next paragraph. */
  paragraph(): void {
    for (const field of this.fields) if (field.from !== undefined) field.from = 0;
    if (this.link) this.link.from = 0;
  }
}

/** Only addresses outside the document: a place in it says nothing to a reader. */
function linked(text: string, from: number, to: string): string {
  const words = text.slice(from);
  const isOutside = /^(?:https?|mailto|ftp|tel):/i.test(to);
  if (!isOutside || words.trim() === "" || words.trim() === to) return text;
  return `${text.slice(0, from)}[${words.trim()}](${to.replaceAll(/[\s()]/g, encodeURIComponent)})`;
}
