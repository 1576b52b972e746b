import type { Project } from "../../features/access/project.ts";
import {
  CHANGE_PROJECT_SCOPE,
  changeProject,
  readProjectPatch,
} from "../../features/brands/change-project.ts";
import { BRAND, PROJECT, PROJECT_PATH } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectPatch, projectResource } from "./project-resources.ts";
import { projectWriteHead } from "./request-head.ts";
import { dataOf, MERGE_PATCH } from "./resources.ts";
import { write } from "./write.ts";

export const changeProjectOperation = operation({
  id: "changeProject",
  method: "PATCH",
  path: "/v1/projects/{projectId}",
  tag: "Projects",
  summary: "Rename a project or set its brand",
  description:
    "Applies a JSON merge patch (RFC 7396). Shopper pages show the change within 40 seconds. An accent without enough " +
    "contrast on a light or dark page is darkened or lightened there to a contrast of 4.5 to 1.",
  scope: CHANGE_PROJECT_SCOPE,
  head: projectWriteHead,
  body: { schema: projectPatch, mediaTypes: MERGE_PATCH, read: readProjectPatch },
  response: {
    status: 200,
    description: "The changed project.",
    schema: dataOf(projectResource),
    headers: ["Idempotent-Replayed"],
  },
  errors: ["not_found", "project_access_denied", "quota_exceeded", "idempotency_conflict"],
  examples: [
    {
      summary: "A brand",
      path: PROJECT_PATH,
      body: { brand: BRAND },
      response: (origins) => ({ data: presentProject({ ...PROJECT, look: { brand: BRAND } }, origins) }),
    },
  ],
  handle(request) {
    const { actor, head, body: patch, origins, dependencies } = request;
    return write(
      request,
      "PATCH",
      (idempotency) => changeProject(actor, { ...head.param, patch, idempotency }, dependencies),
      (changed: Project) => ({ status: 200, data: presentProject(changed, origins) }),
    );
  },
});
