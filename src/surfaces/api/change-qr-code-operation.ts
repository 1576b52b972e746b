import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../features/qr-codes/change-qr-code.ts";
import type { QrCode } from "../../features/qr-codes/qr-code.ts";
import { qrCodePatch, readQrCodePatch } from "../../features/qr-codes/qr-code-request.ts";
import { examplePoster, POSTER_PATH } from "./examples/link-examples.ts";
import { anyQrCode } from "./extended-resources.ts";
import type { Include } from "./include.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { qrCodeWriteHead } from "./request-head.ts";
import { dataOf, MERGE_PATCH } from "./resources.ts";
import { write } from "./write.ts";

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
  response: {
    status: 200,
    description: "The changed QR code.",
    schema: dataOf(anyQrCode),
    headers: ["Idempotent-Replayed"],
  },
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
    const { actor, head, body: patch, origins, dependencies } = request;
    return write(
      request,
      "PATCH",
      (idempotency) => changeQrCode(actor, { ...head.param, patch, idempotency }, dependencies),
      (qrCode: QrCode, include: Include) => ({ status: 200, data: presentQrCode(qrCode, origins, include) }),
    );
  },
});
