/** The beds of a garden: one file of its owner's workspace, a plant a line. */
import type { Workspace } from "../../../src/tools/workspace/port.ts";

const PATH = "garden.txt";

export interface Garden {
  plants(owner: string): Promise<string[]>;
  /** Planting the same plant again changes nothing. */
  plant(owner: string, name: string): Promise<void>;
}

export function createGarden(workspace: Workspace): Garden {
  const plants = async (owner: string) => {
    const file = await workspace.read(owner, PATH);
    return file ? new TextDecoder().decode(file.bytes).split("\n").filter(Boolean) : [];
  };
  return {
    plants,
    async plant(owner, name) {
      const grown = await plants(owner);
      if (grown.includes(name)) return;
      const bytes = new TextEncoder().encode([...grown, name].join("\n"));
      await workspace.write(owner, PATH, { bytes });
    },
  };
}
