import { validationFailed } from "../../core/errors.ts";
import { describeError } from "../../http/error-response.ts";
import { createdResponse } from "../create-link.ts";
import { INCLUDE_NOTHING } from "../include.ts";
import { EXAMPLE_PREVIEW } from "./destinations.ts";
import type { OperationExample } from "./example.ts";
import { CORRELATION_ID, codeOf, LINK, LINK_BODY } from "./links.ts";

const refusal = describeError(
  validationFailed([{ field: "products[0].quantity", message: "must be at most 999" }]),
  CORRELATION_ID,
);
const rows = [
  LINK_BODY,
  { ...LINK_BODY, name: "Breakfast for all", products: [{ retailerProductId: "10450114", quantity: 1000 }] },
];

/** A request with a good row and a wrong one, and its answer. */
export const rowsExample = (summary: string, dryRun: boolean): OperationExample => ({
  summary,
  ...(!dryRun && { headers: { "Idempotency-Key": "import-of-monday" } }),
  body: { links: rows, ...(dryRun && { dryRun }) },
  answer(origins) {
    const created = createdResponse(origins)({ link: LINK, qrCode: codeOf(origins) }, INCLUDE_NOTHING);
    const good = dryRun
      ? { status: 200, body: { data: EXAMPLE_PREVIEW } }
      : { status: created.status, body: { data: created.data } };
    return { data: [good, { status: refusal.status, body: refusal.body }] };
  },
});
