/** The texts that an expression may have, with a place in braces for each value. */
import {
  type Declarations,
  type Declared,
  isFunction,
  type Node,
  nameOf,
  nodeIn,
  nodesIn,
  walk,
} from "./tree.ts";

/** Alternatives; undefined: the expression is no text of the source. */
type Texts = string[] | undefined;

const MOST_ALTERNATIVES = 12;
const DEEPEST = 9;
const WRAPPERS =
  /^(TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ParenthesizedExpression|ChainExpression)$/;

export class Reader {
  private readonly entered = new Set<Node>();

  private readonly declarations: Declarations;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
  }

  texts(node: Node | undefined, file: string, depth = 0): Texts {
    if (!node || depth > DEEPEST) return undefined;
    const read = (field: string) => this.texts(nodeIn(node, field), file, depth + 1);
    if (WRAPPERS.test(node.type)) return read("expression");
    switch (node.type) {
      case "Literal":
        return typeof node["value"] === "string" ? [node["value"]] : undefined;
      case "TemplateLiteral":
        return this.template(node, file, depth);
      case "ConditionalExpression":
        return either(node, ["consequent", "alternate"], read);
      case "LogicalExpression":
        return either(node, ["left", "right"], read);
      case "BinaryExpression":
        if (node["operator"] !== "+") return undefined;
        return joined(
          orPlace(nodeIn(node, "left"), read("left")),
          orPlace(nodeIn(node, "right"), read("right")),
        );
      case "Identifier":
        return this.constant(node, file, depth);
      case "MemberExpression":
        return this.member(node, file, depth);
      case "CallExpression":
        return this.call(node, file, depth);
      default:
        return undefined;
    }
  }

  private template(node: Node, file: string, depth: number): string[] {
    const values = nodesIn(node, "expressions");
    return nodesIn(node, "quasis").reduce<string[]>(
      (texts, quasi, at) => {
        const { cooked } = quasi["value"] as { cooked: string };
        const value = values[at];
        const said = joined(texts, [cooked]);
        if (!value) return said;
        const of = orPlace(value, this.texts(value, file, depth + 1));
        return joined(said, of.length * said.length > MOST_ALTERNATIVES ? [place(value)] : of);
      },
      [""],
    );
  }

  private constant(node: Node, file: string, depth: number): Texts {
    const found = this.declarations.find(nameOf(node), file);
    const isOurs = found?.file === file || /^[A-Z]/.test(nameOf(node));
    return found && isOurs ? this.texts(found.node, found.file, depth + 1) : undefined;
  }

  /** A value of a record: the named one, or any. */
  private member(node: Node, file: string, depth: number): Texts {
    const found = this.declarations.find(nameOf(nodeIn(node, "object")), file);
    let record = found?.node;
    while (record && WRAPPERS.test(record.type)) record = nodeIn(record, "expression");
    if (!found || record?.type !== "ObjectExpression") return undefined;
    const wanted = node["computed"] === true ? undefined : nameOf(nodeIn(node, "property"));
    const values = nodesIn(record, "properties").filter(
      (each) => wanted === undefined || nameOf(nodeIn(each, "key")) === wanted,
    );
    return some(values.map((each) => this.texts(nodeIn(each, "value"), found.file, depth + 1)));
  }

  private call(node: Node, file: string, depth: number): Texts {
    const callee = nodeIn(node, "callee");
    if (callee?.type === "MemberExpression") {
      const isKept = /^(trim|slice)$/.test(nameOf(nodeIn(callee, "property")));
      return isKept ? this.texts(nodeIn(callee, "object"), file, depth + 1) : undefined;
    }
    const found = this.declarations.find(nameOf(callee), file);
    return found && isFunction(found.node) ? this.returned(found, depth) : undefined;
  }

  /** Texts that a function returns. */
  returned({ node, file }: Declared, depth = 0): Texts {
    if (this.entered.has(node)) return undefined;
    this.entered.add(node);
    const texts = some(returnsOf(node).map((each) => this.texts(each, file, depth + 1)));
    this.entered.delete(node);
    return texts;
  }
}

function returnsOf(node: Node): (Node | undefined)[] {
  const body = nodeIn(node, "body");
  if (body?.type !== "BlockStatement") return [body];
  const returns: (Node | undefined)[] = [];
  walk(body, (each, around) => {
    if (each.type === "ReturnStatement" && !around.some(isFunction)) returns.push(nodeIn(each, "argument"));
  });
  return returns;
}

function some(all: readonly Texts[]): Texts {
  const texts = all.flatMap((each) => each ?? []);
  return texts.length === 0 ? undefined : texts;
}

/** An empty alternative leaves the value as the only one. */
function either(node: Node, fields: readonly string[], read: (field: string) => Texts): Texts {
  const both = fields.map((field) => read(field));
  if (both.every((texts) => texts === undefined)) return undefined;
  return both.flatMap((texts, at) => orPlace(nodeIn(node, fields[at] ?? ""), texts));
}

function joined(texts: readonly string[], more: readonly string[]): string[] {
  return texts.flatMap((text) => more.map((each) => text + each));
}

function orPlace(node: Node | undefined, texts: Texts): string[] {
  return texts ?? [place(node)];
}

function place(node: Node | undefined): string {
  return `{${placeName(node)}}`;
}

function placeName(node: Node | undefined): string {
  if (node?.type === "Identifier") return nameOf(node);
  if (node?.type === "MemberExpression") return nameOf(nodeIn(node, "property")) || "value";
  if (node && WRAPPERS.test(node.type)) return placeName(nodeIn(node, "expression"));
  if (node?.type !== "CallExpression") return "value";
  const [first] = nodesIn(node, "arguments");
  const callee = nodeIn(node, "callee");
  return placeName(first ?? (callee?.type === "MemberExpression" ? nodeIn(callee, "object") : callee));
}
