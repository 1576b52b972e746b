import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../features/qr-codes/create-qr-code.ts";
import type { QrCode } from "../../features/qr-codes/qr-code.ts";
import { qrCodeRequest } from "../../features/qr-codes/qr-code-request.ts";
import { parse } from "../../ground/core/validation.ts";
import { examplePoster, LINK_PATH, POSTER_BODY } from "./examples/link-examples.ts";
import { anyQrCode } from "./extended-resources.ts";
import type { Include } from "./include.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { createQrCodeHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";
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
  response: {
    status: 201,
    description: "The QR code.",
    schema: dataOf(anyQrCode),
    headers: ["Idempotent-Replayed"],
  },
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
    const { actor, head, body, origins, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) =>
        createQrCode(
          actor,
          { linkId: head.param.linkId, request: body, idempotency },
          { ...dependencies, origins },
        ),
      (qrCode: QrCode, include: Include) => ({ status: 201, data: presentQrCode(qrCode, origins, include) }),
    );
  },
});
