/** Syntax trees of the server's source, and what its files declare. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Source {
  readonly file: string;
  readonly program: Node;
}

export interface Declared {
  readonly file: string;
  readonly node: Node;
}

export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.d)\.ts$/.test(file))
      .map((file) => parsed(path.join(folder, file))),
  );
}

function parsed(file: string): Source {
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  return { file, program: program as unknown as Node };
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

export function nodeIn(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

export function nodesIn(node: Node | undefined, field: string): Node[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Name of an identifier or of a key. */
export function nameOf(node: Node | undefined): string {
  if (node?.type === "Identifier") return String(node["name"]);
  return node?.type === "Literal" ? String(node["value"]) : "";
}

/** Calls `visit` for each node, with those around it; the list of those changes as soon as `visit` returns. */
export function walk(node: Node, visit: (node: Node, around: readonly Node[]) => void, around: Node[] = []) {
  visit(node, around);
  around.push(node);
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) for (const each of value) visitIn(each, visit, around);
    else visitIn(value, visit, around);
  }
  around.pop();
}

function visitIn(value: unknown, visit: (node: Node, around: readonly Node[]) => void, around: Node[]): void {
  if (isNode(value)) walk(value, visit, around);
}

const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

export function isFunction(node: Node | undefined): node is Node {
  return FUNCTIONS.test(node?.type ?? "");
}

/** Constants and functions by name: those of the file first, then of any other that exports one so named. */
export class Declarations {
  private readonly all = new Map<string, Declared[]>();

  constructor(sources: readonly Source[]) {
    for (const { file, program } of sources)
      walk(program, (node) => {
        if (node.type === "FunctionDeclaration") this.add(nameOf(nodeIn(node, "id")), { file, node });
        const init = nodeIn(node, "init");
        if (node.type === "VariableDeclarator" && init)
          this.add(nameOf(nodeIn(node, "id")), { file, node: init });
      });
  }

  /** Undefined where several files have one of that name, and this one has none. */
  find(name: string, file: string): Declared | undefined {
    const found = this.all.get(name) ?? [];
    return found.find((each) => each.file === file) ?? (found.length === 1 ? found[0] : undefined);
  }

  private add(name: string, declared: Declared): void {
    const before = this.all.get(name);
    if (before) before.push(declared);
    else this.all.set(name, [declared]);
  }
}
