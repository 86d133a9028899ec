/** Services that the modes part uses. */
import { AGENTS } from "../services/agents.ts";
import { KERNEL } from "../services/kernel.ts";
import { MODELS } from "../services/models.ts";
import { PEOPLE } from "../services/people.ts";
import { serviceReader } from "../services/sealed.ts";

export const servicesOf = serviceReader(KERNEL, MODELS, AGENTS, PEOPLE);
