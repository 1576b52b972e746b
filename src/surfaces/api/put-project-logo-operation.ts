import { CHANGE_PROJECT_SCOPE } from "../../features/brands/change-project.ts";
import { LOGO_TYPES, MAX_LOGO_BYTES } from "../../features/brands/logo.ts";
import { putLogo } from "../../features/brands/put-logo.ts";
import { madeBy } from "../../features/idempotency/claim.ts";
import { PROJECT, PROJECT_PATH } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { presentProject, projectResource } from "./project-resources.ts";
import { projectUploadHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

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
  response: { status: 200, description: "The changed project.", schema: dataOf(projectResource) },
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
            look: {
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
  async handle({ actor, head, body: bytes, origins, dependencies }) {
    const changed = madeBy(await putLogo(actor, { ...head.param, bytes }, dependencies));
    return Response.json({ data: presentProject(changed, origins) });
  },
});
