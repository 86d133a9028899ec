/** Services that the channels part uses. */
import { AGENTS } from "../services/agents.ts";
import { CHANNELS } from "../services/channels.ts";
import { CONNECTIONS } from "../services/connections.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS, CHANNELS, CONNECTIONS, KERNEL, PEOPLE, PLATFORM, ROUTING] as const;

export const servicesOf = serviceReader(...NEEDS);
