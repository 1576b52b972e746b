import { parse } from "../core/validation.ts";
import {
  GET_CODE_STYLE_SCOPE,
  getCodeStyle,
  SET_CODE_STYLE_SCOPE,
  setCodeStyle,
} from "../qr-codes/set-code-style.ts";
import { type CodeStyle, codeStyle } from "../qr-codes/style-schema.ts";
import { taggedResponse } from "./entity-tags.ts";
import { PROJECT_PATH } from "./examples/project-examples.ts";
import { operation } from "./operation.ts";
import { projectHead, projectWriteHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";
import { write } from "./write.ts";

/** The style of the examples. */
export const STYLE: CodeStyle = { color: "#0a4d3c", modules: "rounded", finders: "rounded", frame: "en" };

/** The operation `GET /v1/projects/{projectId}/code-style`. */
export const getCodeStyleOperation = operation({
  id: "getCodeStyle",
  method: "GET",
  path: "/v1/projects/{projectId}/code-style",
  tag: "Projects",
  summary: "Retrieve how codes of a project look",
  description:
    "Of those that have no style of their own, where an image is asked for with `style=default`. What is absent is plain.",
  scope: GET_CODE_STYLE_SCOPE,
  head: projectHead,
  answer: { status: 200, description: "The style.", schema: dataOf(codeStyle), headers: ["ETag"] },
  errors: ["not_found", "project_access_denied"],
  examples: [{ summary: "A style", path: PROJECT_PATH, answer: () => ({ data: STYLE }) }],
  async handle({ actor, head, dependencies }) {
    return taggedResponse(await getCodeStyle(actor, head.param, dependencies));
  },
});

/** The operation `PUT /v1/projects/{projectId}/code-style`. */
export const setCodeStyleOperation = operation({
  id: "setCodeStyle",
  method: "PUT",
  path: "/v1/projects/{projectId}/code-style",
  tag: "Projects",
  summary: "Set how codes of a project look",
  description:
    "Takes the whole style; what is absent is plain, and `{}` makes all of it plain. Codes with a style of their own keep " +
    "it. A style that a camera may not read is refused. Images without `style=default` stay as they are.",
  scope: SET_CODE_STYLE_SCOPE,
  head: projectWriteHead,
  body: { schema: codeStyle, read: (json: Record<string, unknown>) => parse(codeStyle, json) },
  answer: {
    status: 200,
    description: "The style as it is now.",
    schema: dataOf(codeStyle),
    headers: ["Idempotent-Replayed"],
  },
  errors: ["not_found", "project_access_denied", "quota_exceeded", "idempotency_conflict"],
  examples: [{ summary: "A style", path: PROJECT_PATH, body: STYLE, answer: () => ({ data: STYLE }) }],
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
