import { GET_QR_CODES_SCOPE, getQrCode } from "../../features/qr-codes/get-qr-codes.ts";
import { taggedResponse } from "./entity-tags.ts";
import { examplePoster, POSTER_PATH } from "./examples/link-examples.ts";
import { anyQrCode } from "./extended-resources.ts";
import { operation } from "./operation.ts";
import { presentQrCode } from "./presenters.ts";
import { qrCodeHead } from "./request-head.ts";
import { dataOf } from "./resources.ts";

export const getQrCodeOperation = operation({
  id: "getQrCode",
  method: "GET",
  path: "/v1/links/{linkId}/qr-codes/{identifier}",
  tag: "QR codes",
  summary: "Retrieve a QR code",
  description: "Returns one code of a link by its identifier.",
  scope: GET_QR_CODES_SCOPE,
  head: qrCodeHead,
  response: { status: 200, description: "The QR code.", schema: dataOf(anyQrCode), headers: ["ETag"] },
  errors: ["not_found", "project_access_denied"],
  examples: [
    {
      summary: "The code of a poster",
      path: POSTER_PATH,
      response: (origins) => ({ data: examplePoster(origins) }),
    },
  ],
  async handle({ actor, head, origins, dependencies }) {
    const qrCode = await getQrCode(actor, head.param, dependencies);
    return taggedResponse(presentQrCode(qrCode, origins, head.query.include));
  },
});
