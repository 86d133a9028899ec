/** Skills: their routes, the tool that loads one, and their index in the prompt. */

import { definePart } from "../part.ts";
import { skillRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const skillsPart = definePart({
  name: "skills",
  routes: skillRoutes,
  needs: NEEDS,
  open: ({ skills }) => ({
    tools: [skills.tool],
    sections: (agent, { owner }) => skills.sections(agent, owner),
  }),
});
