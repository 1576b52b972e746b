import { createLinkOperation } from "./create-link.ts";
import { createQrCodeOperation } from "./create-qr-code.ts";
import { findRetailersOperation } from "./find-retailers.ts";
import { getLinkOperation } from "./get-link.ts";
import { getLinkVisitsOperation } from "./get-link-visits.ts";
import { getVisitsOperation } from "./get-visits.ts";
import type { MountedOperation } from "./operation.ts";

/** Every operation that takes an API key, in the order of the OpenAPI document. */
export const OPERATIONS: readonly MountedOperation[] = [
  createLinkOperation,
  getLinkOperation,
  createQrCodeOperation,
  findRetailersOperation,
  getLinkVisitsOperation,
  getVisitsOperation,
];
