import { type CodeStyle, codeStyle } from "../../features/qr-codes/code-style.ts";
import {
  GET_CODE_STYLE_SCOPE,
  getCodeStyle,
  SET_CODE_STYLE_SCOPE,
  setCodeStyle,
} from "../../features/qr-codes/set-code-style.ts";
import { parse } from "../../ground/core/validation.ts";
import { taggedResponse } from "./entity-tags.ts";
import { operation } from "./operation.ts";
import { PROJECT_PATH } from "./project-resources.ts";
import { projectHead, projectWriteHead } from "./request-head.ts";
import { responseWith } from "./resources.ts";
import { write } from "./write.ts";

/** The style of the examples. */
export const STYLE: CodeStyle = { color: "#0a4d3c", modules: "rounded", finders: "rounded", frame: "en" };

export const getCodeStyleOperation = operation({
  id: "getCodeStyle",
  method: "GET",
  path: "/v1/projects/{projectId}/code-style",
  tag: "Projects",
  summary: "Retrieve the QR code style of a project",
  description:
    "Applies to codes without their own style, in images requested with `style=default`. Absent fields are plain.",
  scope: GET_CODE_STYLE_SCOPE,
  head: projectHead,
  response: responseWith("The style.", codeStyle, "ETag"),
  errors: ["not_found", "project_access_denied"],
  examples: [{ summary: "A style", path: PROJECT_PATH, response: () => ({ data: STYLE }) }],
  async handle({ actor, head, dependencies }) {
    return taggedResponse(await getCodeStyle(actor, head.param, dependencies));
  },
});

export const setCodeStyleOperation = operation({
  id: "setCodeStyle",
  method: "PUT",
  path: "/v1/projects/{projectId}/code-style",
  tag: "Projects",
  summary: "Set the QR code style of a project",
  description:
    "Replaces the whole style. Absent fields are plain; `{}` resets everything. Codes with their own style keep it. A style " +
    "that cameras may fail to read is rejected. Images without `style=default` do not change.",
  scope: SET_CODE_STYLE_SCOPE,
  head: projectWriteHead,
  body: { schema: codeStyle, read: (json: Record<string, unknown>) => parse(codeStyle, json) },
  response: responseWith("The new style.", codeStyle, "Idempotent-Replayed"),
  errors: ["not_found", "project_access_denied", "quota_exceeded", "idempotency_conflict"],
  examples: [{ summary: "A style", path: PROJECT_PATH, body: STYLE, response: () => ({ data: STYLE }) }],
  handle(request) {
    const { actor, head, body: style, dependencies } = request;
    return write(
      request,
      "PUT",
      (idempotency) => setCodeStyle(actor, { ...head.param, style, idempotency }, dependencies),
      (saved: CodeStyle) => ({ status: 200, data: saved }),
    );
  },
});
