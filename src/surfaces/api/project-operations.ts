import * as z from "zod";
import { getProject, listProjects } from "../../features/access/get-projects.ts";
import { createProject } from "../../features/access/manage-projects.ts";
import { newProjectId, type Project, projectName, proposedProjectId } from "../../features/access/project.ts";
import {
  CHANGE_PROJECT_SCOPE,
  CREATE_PROJECT_SCOPE,
  GET_PROJECTS_SCOPE,
} from "../../features/access/scopes.ts";
import { changeProject, putLogo, readProjectPatch } from "../../features/brands/change-project.ts";
import { LOGO_TYPES, MAX_LOGO_BYTES } from "../../features/brands/logo-store.ts";
import { countChanges } from "../../features/short-links/link-change-store.ts";
import { madeBy } from "../../features/writes/claim.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import { taggedResponse } from "./entity-tags.ts";
import { operation } from "./operation.ts";
import {
  AFFILIATE,
  BRAND,
  PROJECT,
  PROJECT_PATH,
  presentProject,
  projectPatch,
  projectResource,
} from "./project-resources.ts";
import { pageHead, projectHead, projectUploadHead, projectWriteHead, writeHead } from "./request-head.ts";
import { creationWith, MERGE_PATCH, onePage, pageWith, responseWith } from "./resources.ts";
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
  response: creationWith("The project.", projectResource, "Location", "Idempotent-Replayed"),
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
    const { actor, body, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => createProject(actor, { ...body, idempotency }, dependencies),
      (project: Project) => ({
        status: 201,
        data: presentProject(project, dependencies.origins),
        location: `${dependencies.origins.api}/v1/projects/${project.id}`,
      }),
    );
  },
});

export const getProjectOperation = operation({
  id: "getProject",
  method: "GET",
  path: "/v1/projects/{projectId}",
  tag: "Projects",
  summary: "Retrieve a project",
  description:
    "Includes the brand for the pages and QR codes of its links, and who gets their commission. `followingLinks` counts down " +
    "after a change of `affiliate`, by 2,000 a minute or more, divided among the organizations that wait.",
  scope: GET_PROJECTS_SCOPE,
  head: projectHead,
  response: responseWith("The project.", projectResource, "ETag"),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "A project",
      path: PROJECT_PATH,
      response: (origins) => ({ data: presentProject(PROJECT, origins) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const project = await getProject(actor, head.param, dependencies);
    const followingLinks = await countChanges(dependencies.db, project);
    return taggedResponse({
      ...presentProject(project, dependencies.origins),
      ...(followingLinks > 0 && { followingLinks }),
    });
  },
});

export const listProjectsOperation = operation({
  id: "listProjects",
  method: "GET",
  path: "/v1/projects",
  tag: "Projects",
  summary: "List projects",
  description: "Lists the projects that the key can access, ordered by id, including archived ones.",
  scope: GET_PROJECTS_SCOPE,
  head: pageHead,
  response: pageWith("A page of projects.", projectResource),
  errors: [],
  examples: [
    { summary: "All projects", response: (origins) => ({ data: [presentProject(PROJECT, origins)] }) },
  ],
  async handle({ actor, head, dependencies }) {
    const { projects, nextCursor } = await listProjects(actor, head.query, dependencies);
    return onePage(
      projects.map((project) => presentProject(project, dependencies.origins)),
      nextCursor,
    );
  },
});

export const changeProjectOperation = operation({
  id: "changeProject",
  method: "PATCH",
  path: "/v1/projects/{projectId}",
  tag: "Projects",
  summary: "Change a project",
  description:
    "Applies a JSON merge patch (RFC 7396) to its name, its brand and its affiliate settings. Shopper pages show a new brand within 40 seconds. An accent without enough " +
    "contrast on a light or dark page is darkened or lightened there to a contrast of 4.5 to 1. `affiliate` says who gets the commission " +
    "of its links. For a retailer that it does not name, the service's setting applies; `{}` means nobody. Existing links follow in the " +
    "background.",
  scope: CHANGE_PROJECT_SCOPE,
  head: projectWriteHead,
  body: { schema: projectPatch, mediaTypes: MERGE_PATCH, read: readProjectPatch },
  response: responseWith("The changed project.", projectResource, "Idempotent-Replayed"),
  errors: ["not_found", "project_access_denied", "quota_exceeded", "idempotency_conflict"],
  examples: [
    {
      summary: "A brand",
      path: PROJECT_PATH,
      body: { brand: BRAND },
      response: (origins) => ({ data: presentProject({ ...PROJECT, settings: { brand: BRAND } }, origins) }),
    },
    {
      summary: "The commission: put your own tag in place of the example's",
      isRefused: true,
      path: PROJECT_PATH,
      body: { affiliate: AFFILIATE },
      response: (origins) => ({
        data: presentProject({ ...PROJECT, settings: { affiliate: AFFILIATE } }, origins),
      }),
    },
  ],
  handle(request) {
    const { actor, head, body: patch, dependencies } = request;
    return write(
      request,
      "PATCH",
      (idempotency) => changeProject(actor, { ...head.param, patch, idempotency }, dependencies),
      (changed: Project) => ({ status: 200, data: presentProject(changed, dependencies.origins) }),
    );
  },
});

export const putProjectLogoOperation = operation<typeof projectUploadHead, Uint8Array<ArrayBuffer>>({
  id: "putProjectLogo",
  method: "PUT",
  path: "/v1/projects/{projectId}/logo",
  tag: "Projects",
  summary: "Set the logo of a project's brand",
  description:
    "Accepts a PNG or JPEG image, detected from its first bytes, not the media type. QR codes show PNG logos, at up to 512 pixels. " +
    "To make a PNG from an SVG, run `rsvg-convert -w 1024 logo.svg -o logo.png`, or upload it in the dashboard. A PNG that can't " +
    "be seen on white is rejected. A project without a brand gets one with the project's name. Each image gets its own permanent URL.",
  scope: CHANGE_PROJECT_SCOPE,
  weight: 10,
  head: projectUploadHead,
  upload: {
    description: "The image.",
    mediaTypes: [LOGO_TYPES.png, LOGO_TYPES.jpg],
    maxBytes: MAX_LOGO_BYTES,
  },
  response: responseWith("The changed project.", projectResource),
  errors: ["not_found", "project_access_denied", "quota_exceeded"],
  examples: [
    {
      summary: "A PNG",
      path: PROJECT_PATH,
      upload: { mediaType: LOGO_TYPES.png, file: "logo.png" },
      response: (origins) => ({
        data: presentProject(
          {
            ...PROJECT,
            settings: {
              brand: {
                name: "demo",
                logo: "5d0c2d7f6f0a4c1e9b3a8d21-0b9f3c7e5a1d4f6882b0c4d6e8fa1b3c-9d4e1c20.png",
              },
            },
          },
          origins,
        ),
      }),
    },
  ],
  async handle({ actor, head, body: bytes, dependencies }) {
    const changed = madeBy(await putLogo(actor, { ...head.param, bytes }, dependencies));
    return Response.json({ data: presentProject(changed, dependencies.origins) });
  },
});
