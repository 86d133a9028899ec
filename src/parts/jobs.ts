/** Background jobs, as people see them. */
import { jobRoutes } from "../http/routes/jobs.ts";
import { definePart } from "../part.ts";

export const jobsPart = definePart({ name: "jobs", routes: jobRoutes });
