/** Background jobs, as people see them. */

import { definePart } from "../part.ts";
import { jobRoutes } from "./routes.ts";

export const jobsPart = definePart({ name: "jobs", routes: jobRoutes });
