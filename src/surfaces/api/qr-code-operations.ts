import {
  CHANGE_QR_CODE_SCOPE,
  CREATE_QR_CODE_SCOPE,
  GET_CODE_STYLE_SCOPE,
  GET_QR_CODES_SCOPE,
  SET_CODE_STYLE_SCOPE,
} from "../../features/access/scopes.ts";
import { changeQrCode } from "../../features/qr-codes/change-qr-code.ts";
import { codeStyle } from "../../features/qr-codes/code-style.ts";
import { createQrCode } from "../../features/qr-codes/create-qr-code.ts";
import { getQrCode, listQrCodes } from "../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../features/qr-codes/qr-code.ts";
import { qrCodePatch, qrCodeRequest, readQrCodePatch } from "../../features/qr-codes/qr-code-request.ts";
import { getCodeStyle, setCodeStyle } from "../../features/qr-codes/set-code-style.ts";
import type { CodeStyle } from "../../features/qr-codes/style.ts";
import { parse } from "../../ground/core/validation.ts";
import { taggedResponse } from "./entity-tags.ts";
import { codeOf, examplePoster, LINK_PATH, POSTER_BODY, POSTER_PATH } from "./examples/link-examples.ts";
import { anyQrCode } from "./extended-resources.ts";
import { INCLUDE_NOTHING, type Include } from "./include.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { PROJECT_PATH } from "./project-resources.ts";
import {
  createQrCodeHead,
  projectHead,
  projectWriteHead,
  qrCodeHead,
  qrCodePageHead,
  qrCodeWriteHead,
} from "./request-head.ts";
import { creationWith, MERGE_PATCH, onePage, pageWith, responseWith } from "./resources.ts";
import { write } from "./write.ts";

export const createQrCodeOperation = operation({
  id: "createQrCode",
  method: "POST",
  path: "/v1/links/{linkId}/qr-codes",
  tag: "QR codes",
  summary: "Create an additional QR code",
  description: "Adds a QR code to an active link.",
  scope: CREATE_QR_CODE_SCOPE,
  needsRetailerScope: true,
  head: createQrCodeHead,
  body: { schema: qrCodeRequest, read: (json) => parse(qrCodeRequest, json) },
  response: creationWith("The QR code.", anyQrCode, "Idempotent-Replayed"),
  errors: [
    "not_found",
    "project_access_denied",
    "quota_exceeded",
    "link_inactive",
    "duplicate_identifier",
    "idempotency_conflict",
  ],
  examples: [
    {
      summary: "A QR code for a poster",
      path: LINK_PATH,
      headers: { "Idempotency-Key": "poster-of-breakfast" },
      body: POSTER_BODY,
      response: (origins) => ({ data: examplePoster(origins) }),
    },
  ],
  handle(request) {
    const { actor, head, body, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) =>
        createQrCode(actor, { linkId: head.param.linkId, request: body, idempotency }, dependencies),
      (qrCode: QrCode, include: Include) => ({
        status: 201,
        data: presentQrCode(qrCode, dependencies.origins, include),
      }),
    );
  },
});

export const getQrCodeOperation = operation({
  id: "getQrCode",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes/{identifier}",
  tag: "QR codes",
  summary: "Retrieve a QR code",
  description: "Returns one code of a link by its identifier.",
  scope: GET_QR_CODES_SCOPE,
  head: qrCodeHead,
  response: responseWith("The QR code.", anyQrCode, "ETag"),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The code of a poster",
      path: POSTER_PATH,
      response: (origins) => ({ data: examplePoster(origins) }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const qrCode = await getQrCode(actor, head.param, dependencies);
    return taggedResponse(presentQrCode(qrCode, dependencies.origins, head.query.include));
  },
});

export const listQrCodesOperation = operation({
  id: "listQrCodes",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes",
  tag: "QR codes",
  summary: "List the QR codes of a link",
  description: "Lists the codes ordered by identifier.",
  scope: GET_QR_CODES_SCOPE,
  head: qrCodePageHead,
  response: pageWith("A page of QR codes.", anyQrCode),
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The codes of a link",
      path: LINK_PATH,
      response: (origins) => ({
        data: [presentQrCode(codeOf(origins), origins, INCLUDE_NOTHING), examplePoster(origins)],
      }),
    },
  ],
  async handle({ actor, head, dependencies }) {
    const { linkId } = head.param;
    const { include, ...query } = head.query;
    const { qrCodes, nextCursor } = await listQrCodes(actor, { linkId, ...query }, dependencies);
    return onePage(
      qrCodes.map((qrCode) => presentQrCode(qrCode, dependencies.origins, include)),
      nextCursor,
    );
  },
});

export const changeQrCodeOperation = operation({
  id: "changeQrCode",
  method: "PATCH",
  path: "/v1/links/{linkId}/qr-codes/{identifier}",
  tag: "QR codes",
  summary: "Change the name, metadata or style of a QR code",
  description:
    "Applies a JSON merge patch (RFC 7396). The encoded URL and images without `style=default` never change. A style that " +
    "cameras may fail to read is rejected.",
  scope: CHANGE_QR_CODE_SCOPE,
  needsRetailerScope: true,
  head: qrCodeWriteHead,
  body: { schema: qrCodePatch, mediaTypes: MERGE_PATCH, read: readQrCodePatch },
  response: responseWith("The changed QR code.", anyQrCode, "Idempotent-Replayed"),
  errors: ["not_found", "project_access_denied", "quota_exceeded", "idempotency_conflict"],
  examples: [
    {
      summary: "Rename it and remove its metadata",
      path: POSTER_PATH,
      body: { name: "Door poster", metadata: null },
      response: (origins) => ({
        data: examplePoster(origins, { name: "Door poster", metadata: undefined }),
      }),
    },
  ],
  handle(request) {
    const { actor, head, body: patch, dependencies } = request;
    return write(
      request,
      "PATCH",
      (idempotency) => changeQrCode(actor, { ...head.param, patch, idempotency }, dependencies),
      (qrCode: QrCode, include: Include) => ({
        status: 200,
        data: presentQrCode(qrCode, dependencies.origins, include),
      }),
    );
  },
});

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
