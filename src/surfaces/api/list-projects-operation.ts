import { GET_PROJECTS_SCOPE, listProjects } from "../../features/access/get-projects.ts";
import { PROJECT } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectResource } from "./project-resources.ts";
import { pageHead } from "./request-head.ts";
import { pageOf } from "./resources.ts";

export const listProjectsOperation = operation({
  id: "listProjects",
  method: "GET",
  path: "/v1/projects",
  tag: "Projects",
  summary: "List projects",
  description: "Lists the projects that the key can access, ordered by id, including archived ones.",
  scope: GET_PROJECTS_SCOPE,
  head: pageHead,
  response: { status: 200, description: "A page of projects.", schema: pageOf(projectResource) },
  errors: [],
  examples: [
    { summary: "All projects", response: (origins) => ({ data: [presentProject(PROJECT, origins)] }) },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const { projects, nextCursor } = await listProjects(actor, head.query, dependencies);
    return Response.json({
      data: projects.map((project) => presentProject(project, origins)),
      ...(nextCursor !== null && { nextCursor }),
    });
  },
});
