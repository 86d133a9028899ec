/** The memory graph: who and what is connected with what, followed for a few steps. */
import type { Core } from "../ports/core.ts";
import type { Edge } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";

export interface GraphNode {
  id: string;
  /** Steps from the start. */
  depth: number;
  label: string;
}

export interface Graph {
  nodes: GraphNode[];
  edges: Edge[];
}

const DEPTH = 2;
const EDGES_PER_STEP = 200;
const NODES = 300;

/** People and things are nodes too: by their name. */
export function entityNode(name: string): string {
  return `entity:${nameKey(name)}`;
}

export interface Exploration {
  /** Nodes. */
  starts: readonly string[];
  depth?: number | undefined;
}

/** Breadth first from the given nodes, in both directions of each edge. */
export async function explore(
  core: Core,
  owner: string,
  { starts, depth = DEPTH }: Exploration,
): Promise<Graph> {
  const depths = new Map(starts.map((start) => [start, 0]));
  const edges = new Map<string, Edge>();
  let frontier = [...starts];
  for (let step = 1; step <= depth && frontier.length > 0 && depths.size < NODES; step++) {
    const next = new Set<string>();
    for (const edge of await core.storage.edges.touching(owner, frontier, EDGES_PER_STEP)) {
      edges.set(`${edge.source_id}\u0000${edge.relation}\u0000${edge.target_id}`, edge);
      for (const node of [edge.source_id, edge.target_id]) {
        if (depths.has(node)) continue;
        depths.set(node, step);
        next.add(node);
      }
    }
    frontier = [...next];
  }
  const labels = await labelsOf(core, owner, [...depths.keys()]);
  const nodes = [...depths].map(([id, at]) => ({ id, depth: at, label: labels.get(id) ?? id }));
  return { nodes, edges: [...edges.values()] };
}

async function labelsOf(core: Core, owner: string, nodes: readonly string[]): Promise<Map<string, string>> {
  const memories = await core.storage.memories.get(
    owner,
    nodes.filter((node) => node.startsWith("mem_")),
  );
  const entities = nodes.filter((node) => node.startsWith("entity:"));
  return new Map([
    ...memories.map((memory): [string, string] => [memory.id, memory.content]),
    ...entities.map((node): [string, string] => [node, node.slice("entity:".length)]),
  ]);
}
