import { GET_QR_CODES_SCOPE, getQrCode } from "../qr-codes/get-qr-codes.ts";
import { POSTER_PATH, posterCode } from "./examples/qr-codes.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { qrCodeHead } from "./request-head.ts";
import { dataOf, qrCodeResource } from "./resources.ts";

/** The operation `GET /v1/links/{linkId}/qr-codes/{identifier}`. */
export const getQrCodeOperation = operation({
  id: "getQrCode",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes/{identifier}",
  tag: "QR codes",
  summary: "Retrieve a QR code",
  description: "One code of a link, by its identifier.",
  scope: GET_QR_CODES_SCOPE,
  head: qrCodeHead,
  answer: { status: 200, description: "The QR code.", schema: dataOf(qrCodeResource) },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The code of a poster",
      path: POSTER_PATH,
      answer: (origins) => ({ data: presentQrCode(posterCode(origins), origins) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const qrCode = await getQrCode(actor, head.param, dependencies);
    return Response.json({ data: presentQrCode(qrCode, origins) });
  },
});
