export type { ChangeOptions, Including, PageQuery } from "./calls.ts";
export { ShoppableLinks } from "./client.ts";
export { type ErrorDetail, ShoppableLinksError } from "./errors.ts";
export type { BulkOptions } from "./links.ts";
export type { CallOptions, ClientOptions, RetryOptions, WriteOptions } from "./options.ts";
export type { Page, Paged } from "./paging.ts";
export { type ResponseFacts, responseOf } from "./responses.ts";
export type * from "./types.ts";
