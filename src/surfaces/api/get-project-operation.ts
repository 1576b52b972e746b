import { GET_PROJECTS_SCOPE, getProject } from "../../features/access/get-projects.ts";
import { taggedResponse } from "./entity-tags.ts";
import { PROJECT, PROJECT_PATH } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectResource } from "./project-resources.ts";
import { projectHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

export const getProjectOperation = operation({
  id: "getProject",
  method: "GET",
  path: "/v1/projects/{projectId}",
  tag: "Projects",
  summary: "Retrieve a project",
  description: "Includes the brand for the pages and QR codes of its links.",
  scope: GET_PROJECTS_SCOPE,
  head: projectHead,
  response: {
    status: 200,
    description: "The project.",
    schema: dataOf(projectResource),
    headers: ["ETag"],
  },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A project",
      path: PROJECT_PATH,
      response: (origins) => ({ data: presentProject(PROJECT, origins) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    return taggedResponse(presentProject(await getProject(actor, head.param, dependencies), origins));
  },
});
