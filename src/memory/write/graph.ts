/** The memory graph: connections between people and things, followed for a few steps. */
import { type Trust, weakest } from "../../domain/trust.ts";
import type { Core } from "../ports/core.ts";
import type { Edge } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";

export interface GraphNode {
  id: string;
  /** Steps from the start. */
  depth: number;
  label: string;
  /** Trust of its label and of the path to it. */
  trust: Trust;
}

export interface Graph {
  nodes: GraphNode[];
  edges: Edge[];
}

const DEPTH = 2;
const EDGES_PER_STEP = 200;
const NODES = 300;

/** Node of a person or thing, identified by name. */
export function entityNode(name: string): string {
  return `entity:${nameKey(name)}`;
}

export interface Exploration {
  /** Ids of nodes. */
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
  const ways = new Map<string, Trust>();
  const edges = new Map<string, Edge>();
  let frontier = [...starts];
  for (let step = 1; step <= depth && frontier.length > 0 && depths.size < NODES; step++) {
    const next = new Set<string>();
    for (const edge of await core.storage.edges.touching(owner, frontier, EDGES_PER_STEP)) {
      edges.set(`${edge.source_id}\u0000${edge.relation}\u0000${edge.target_id}`, edge);
      for (const node of [edge.source_id, edge.target_id]) {
        if (depths.has(node)) continue;
        depths.set(node, step);
        // A path is as trusted as its weakest edge.
        ways.set(node, weakest([edge.trust, ways.get(other(edge, node)) ?? "trusted"]));
        next.add(node);
      }
    }
    frontier = [...next];
  }
  const labels = await labelsOf(core, owner, [...depths.keys()]);
  const nodes = [...depths].map(([id, at]): GraphNode => {
    const { label, trust } = labels.get(id) ?? { label: id, trust: "trusted" };
    return { id, depth: at, label, trust: weakest([trust, ways.get(id) ?? "trusted"]) };
  });
  return { nodes, edges: [...edges.values()] };
}

function other({ source_id, target_id }: Edge, node: string): string {
  return node === source_id ? target_id : source_id;
}

interface Label {
  label: string;
  trust: Trust;
}

async function labelsOf(core: Core, owner: string, nodes: readonly string[]): Promise<Map<string, Label>> {
  const memories = await core.storage.memories.get(
    owner,
    nodes.filter((node) => node.startsWith("mem_")),
  );
  const entities = nodes.filter((node) => node.startsWith("entity:"));
  return new Map<string, Label>([
    ...memories.map(({ id, content, trust }) => [id, { label: content, trust }] as const),
    ...entities.map((node) => [node, { label: node.slice("entity:".length), trust: "trusted" }] as const),
  ]);
}
