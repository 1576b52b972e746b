export { type BulkOptions, type ChangeOptions, ShoppableLinks } from "./client.ts";
export type { CallOptions, ClientOptions, WriteOptions } from "./connection.ts";
export { type ErrorDetail, ShoppableLinksError } from "./errors.ts";
export type { Page, Paged } from "./paging.ts";
export { type ResponseFacts, responseOf } from "./responses.ts";
export type {
  BulkRow,
  HistoryEntry,
  Link,
  LinkDefinition,
  LinkDestination,
  LinkFilters,
  LinkPatch,
  LinkPreview,
  LinkVisits,
  NewLink,
  NewQrCode,
  Project,
  ProjectPatch,
  QrCode,
  QrCodePatch,
  Retailer,
  Visits,
} from "./types.ts";
