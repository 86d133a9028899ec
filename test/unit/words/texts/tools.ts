/** Names of Nightjar's tools, as people read them. */
import { toolWords } from "../../../../src/domain/text/approval-words.ts";
import { type Node, nameOf, nodeIn, nodesIn, type Source, walk } from "./tree.ts";

export function toolTitles(sources: readonly Source[]): string[] {
  const values = new Map<string, string>();
  const names: Node[] = [];
  for (const { program } of sources)
    walk(program, (node) => {
      const init = nodeIn(node, "init");
      if (node.type === "VariableDeclarator" && typeof init?.["value"] === "string")
        values.set(nameOf(nodeIn(node, "id")), init["value"]);
      if (node.type === "CallExpression" && nameOf(nodeIn(node, "callee")) === "defineTool")
        names.push(...namesIn(nodesIn(node, "arguments")));
    });
  return names.map((name) => toolWords(values.get(nameOf(name)) ?? nameOf(name)));
}

function namesIn(definitions: readonly Node[]): Node[] {
  return definitions
    .flatMap((definition) => nodesIn(definition, "properties"))
    .filter((property) => nameOf(nodeIn(property, "key")) === "name")
    .flatMap((property) => nodeIn(property, "value") ?? []);
}
