import { changeLinkOperation } from "./change-link-operation.ts";
import { createLinkOperation } from "./create-link-operation.ts";
import { createLinksOperation } from "./create-links-operation.ts";
import { getEventOperation, listEventsOperation } from "./event-operations.ts";
import { createExportOperation, getExportOperation } from "./export-operations.ts";
import { findRetailersOperation } from "./find-retailers-operation.ts";
import { getKeyOperation } from "./get-key-operation.ts";
import {
  getLinkDefinitionOperation,
  getLinkDestinationOperation,
  getLinkHistoryOperation,
  getLinkOperation,
  listLinksOperation,
} from "./link-read-operations.ts";
import type { MountedOperation } from "./operation.ts";
import { previewLinkOperation } from "./preview-link-operation.ts";
import {
  changeProjectOperation,
  createProjectOperation,
  getProjectOperation,
  listProjectsOperation,
  putProjectLogoOperation,
} from "./project-operations.ts";
import {
  changeQrCodeOperation,
  createQrCodeOperation,
  getCodeStyleOperation,
  getQrCodeOperation,
  listQrCodesOperation,
  setCodeStyleOperation,
} from "./qr-code-operations.ts";
import { getLinkSalesOperation, getSalesOperation } from "./sales-operations.ts";
import { getLinkVisitsOperation, getVisitsOperation } from "./visit-operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhook-operations.ts";

/** Every operation that requires an API key, in the order of the OpenAPI document. */
export const OPERATIONS: readonly MountedOperation[] = [
  createLinkOperation,
  createLinksOperation,
  listLinksOperation,
  previewLinkOperation,
  getLinkOperation,
  changeLinkOperation,
  getLinkDefinitionOperation,
  getLinkDestinationOperation,
  getLinkHistoryOperation,
  createQrCodeOperation,
  listQrCodesOperation,
  getQrCodeOperation,
  changeQrCodeOperation,
  createProjectOperation,
  listProjectsOperation,
  getProjectOperation,
  changeProjectOperation,
  putProjectLogoOperation,
  getCodeStyleOperation,
  setCodeStyleOperation,
  createExportOperation,
  getExportOperation,
  getKeyOperation,
  findRetailersOperation,
  getLinkVisitsOperation,
  getVisitsOperation,
  getLinkSalesOperation,
  getSalesOperation,
  listEventsOperation,
  getEventOperation,
  ...WEBHOOK_OPERATIONS,
];
