/** Titles of background work, as the server lists it. */
import { nameOf, nodeIn, nodesIn, type Source, walk } from "./tree.ts";

export function jobTitles(sources: readonly Source[]): string[] {
  const titles: string[] = [];
  for (const { program } of sources)
    walk(program, (node) => {
      const type = nodeIn(nodeIn(nodeIn(node, "id"), "typeAnnotation"), "typeAnnotation");
      if (node.type !== "VariableDeclarator" || nameOf(nodeIn(type, "typeName")) !== "JobKind") return;
      for (const property of nodesIn(nodeIn(node, "init"), "properties"))
        if (nameOf(nodeIn(property, "key")) === "title") titles.push(nameOf(nodeIn(property, "value")));
    });
  return titles;
}
