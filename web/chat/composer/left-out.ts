/** Attachments that the model of the next message cannot take. */
import type { ModelSummary } from "../../api/instance.ts";
import { t } from "../../words/t.ts";

interface Asked {
  agent: string;
  /** Empty for the agent's own. */
  model: string;
  catalog: {
    agents: readonly { slug: string; models: readonly string[] }[];
    models: readonly ModelSummary[];
    defaultAgent: string;
    defaultModel: string;
  };
}

/** Empty: it takes the file, or nothing is known of it. Documents are read to every model. */
export function whyLeftOut(media_type: string, asked: Asked): string {
  const found = modelOf(asked);
  if (!found) return "";
  const { name, capabilities } = found;
  if (media_type.startsWith("image/") && capabilities["image"] === false)
    return t("{name} can’t see pictures. It gets the name alone.", { name });
  if (media_type.startsWith("audio/") && capabilities["audio"] === false)
    return t("{name} can’t hear recordings. It gets the name alone.", { name });
  return "";
}

function modelOf({ agent, model, catalog }: Asked): ModelSummary | undefined {
  const [own] = catalog.agents.find(({ slug }) => slug === (agent || catalog.defaultAgent))?.models ?? [];
  const id = model || own || catalog.defaultModel;
  return catalog.models.find((one) => one.id === id);
}
