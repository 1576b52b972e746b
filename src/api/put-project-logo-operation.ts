import { CHANGE_PROJECT_SCOPE } from "../brands/change-project.ts";
import { LOGO_TYPES, MAX_LOGO_BYTES } from "../brands/logo.ts";
import { putLogo } from "../brands/put-logo.ts";
import { madeBy } from "../idempotency/claim.ts";
import { LOGO, PROJECT, PROJECT_PATH } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectResource } from "./project-resources.ts";
import { projectUploadHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

const { png, ...others } = LOGO_TYPES;

/** The operation `PUT /v1/projects/{projectId}/logo`. */
export const putProjectLogoOperation = operation<typeof projectUploadHead, Uint8Array<ArrayBuffer>>({
  id: "putProjectLogo",
  method: "PUT",
  path: "/v1/projects/{projectId}/logo",
  tag: "Projects",
  summary: "Set the logo of a project's brand",
  description:
    "Takes the bytes of a PNG, WebP, JPEG or SVG picture; what counts is their beginning and not the media type. A " +
    "project without a brand gets one, with the name of the project. QR codes show PNG and SVG logos. Of an SVG, only its " +
    "shapes are kept; one with text, pictures, gradients or opacity is refused. Other bytes get another address, which never changes.",
  scope: CHANGE_PROJECT_SCOPE,
  weight: 10,
  head: projectUploadHead,
  upload: { description: "The picture.", mediaTypes: [png, ...Object.values(others)], most: MAX_LOGO_BYTES },
  answer: { status: 200, description: "The project as it is now.", schema: dataOf(projectResource) },
  errors: ["not_found", "project_access_denied", "quota_exceeded"],
  examples: [
    {
      summary: "An SVG",
      path: PROJECT_PATH,
      upload: { mediaType: LOGO_TYPES.svg, text: LOGO },
      answer: (origins) => ({
        data: presentProject(
          {
            ...PROJECT,
            brand: {
              name: "demo",
              logo: "5d0c2d7f6f0a4c1e9b3a8d21-0b9f3c7e5a1d4f6882b0c4d6e8fa1b3c-9d4e1c20.svg",
            },
          },
          origins,
        ),
      }),
    },
  ],
  async handle({ actor, head, body: bytes, origins, dependencies }) {
    const changed = madeBy(await putLogo(actor, { ...head.param, bytes }, dependencies));
    return Response.json({ data: presentProject(changed, origins) });
  },
});
