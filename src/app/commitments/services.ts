/** Services that the commitments part uses. */
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEMORY } from "../services/memory.ts";
import { PEOPLE } from "../services/people.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROUTING } from "../services/routing.ts";

export const NEEDS = [CONVERSATIONS, KERNEL, MEMORY, PEOPLE, PLATFORM, ROUTING] as const;

export type Services = ServicesOf<typeof NEEDS>;
