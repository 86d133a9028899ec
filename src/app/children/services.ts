/** Services that the children part uses. */
import { AGENTS } from "../services/agents.ts";
import { CHILD_JOBS } from "../services/child-jobs.ts";
import { KERNEL } from "../services/kernel.ts";
import { PEOPLE } from "../services/people.ts";
import { ROUTING } from "../services/routing.ts";

export const NEEDS = [AGENTS, CHILD_JOBS, KERNEL, PEOPLE, ROUTING] as const;
