import * as z from "zod";
import { CREATE_PROJECT_SCOPE, createProject } from "../../features/access/create-project.ts";
import { newProjectId, type Project, projectName, proposedProjectId } from "../../features/access/project.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import { PROJECT } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectResource } from "./project-resources.ts";
import { writeHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";
import { write } from "./write.ts";

const request = z
  .strictObject({
    id: newProjectId
      .describe("The `projectId` in requests. It never changes. Default: derived from the name.")
      .optional(),
    name: projectName.describe("Name of the project."),
  })
  .describe("A project to create.")
  .meta({ id: "CreateProjectRequest" });

/** The id and name in a body. Throws `validation_failed`, also if no id can be derived from the name. */
function readRequest(json: Record<string, unknown>): { id: string; name: string } {
  const { name, id = proposedProjectId(name) } = parse(request, json);
  if (newProjectId.safeParse(id).success) return { id, name };
  throw validationFailed([
    { field: "id", message: "is required because no id can be derived from the name" },
  ]);
}

export const createProjectOperation = operation({
  id: "createProject",
  method: "POST",
  path: "/v1/projects",
  tag: "Projects",
  summary: "Create a project",
  description:
    "Requires a key with access to all projects. Projects are never deleted. Set the brand with `PATCH`.",
  scope: CREATE_PROJECT_SCOPE,
  head: writeHead,
  body: { schema: request, read: readRequest },
  response: {
    status: 201,
    description: "The project.",
    schema: dataOf(projectResource),
    headers: ["Location", "Idempotent-Replayed"],
  },
  errors: ["project_access_denied", "quota_exceeded", "duplicate_identifier", "idempotency_conflict"],
  examples: [
    {
      summary: "A project for a campaign",
      headers: { "Idempotency-Key": "project-of-summer-sale" },
      body: { name: "Summer sale" },
      response: (origins) => {
        const project = { ...PROJECT, id: "summer-sale", name: "Summer sale" };
        return { data: presentProject(project, origins) };
      },
    },
  ],
  handle(request) {
    const { actor, body, origins, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => createProject(actor, { ...body, idempotency }, dependencies),
      (project: Project) => ({
        status: 201,
        data: presentProject(project, origins),
        location: `${origins.api}/v1/projects/${project.id}`,
      }),
    );
  },
});
