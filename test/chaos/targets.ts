/** Two models of one provider, with two accounts each. */
import type { Target } from "../../src/providers/failover/targets.ts";
import { modelEntry, providerEntry } from "../unit/providers/scenes.ts";

const provider = providerEntry();

export function targets(): Target[] {
  return ["one", "two"].flatMap((name) =>
    [1, 2].map((number) => ({
      provider,
      model: modelEntry({ id: `acme/${name}`, wire_id: name, label: name }),
      account: {
        id: `account-${number}`,
        provider: "acme",
        label: `Key ${number}`,
        key: `key-${number}`,
        priority: number,
      },
      base_url: undefined,
    })),
  );
}
