import type { operations as Operations } from "./contract.ts";

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

/** The body that an operation takes. */
export type BodyOf<Id extends keyof Operations> = Operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : never;
/** The query parameters of an operation. */
export type QueryOf<Id extends keyof Operations> = NonNullable<Operations[Id]["parameters"]["query"]>;
/** The body that an operation answers. */
export type AnswerOf<Id extends keyof Operations> = JsonOf<
  | Extract<Operations[Id]["responses"], { 200: unknown }>[200]
  | Extract<Operations[Id]["responses"], { 201: unknown }>[201]
>;
/** What stands in `data` of an operation's answer. */
export type DataOf<Id extends keyof Operations> = AnswerOf<Id> extends { data: infer Data } ? Data : never;
type ItemOf<Id extends keyof Operations> = DataOf<Id> extends readonly (infer Item)[] ? Item : never;

/** What a link is made of: one member for each pair of `retailer` and `intent`. */
export type NewLink = BodyOf<"createLink">;
/** A JSON merge patch of a link: `null` removes an optional field. */
export type LinkPatch = BodyOf<"changeLink">;
/** A link. */
export type Link = DataOf<"getLink">;
/** What a link is defined by: what a patch changes. */
export type LinkDefinition = DataOf<"getLinkDefinition">;
/** Where a link would lead, why, and what may be wrong with it. */
export type LinkPreview = DataOf<"previewLink">;
/** Where a link leads, why, and since when. */
export type LinkDestination = DataOf<"getLinkDestination">;
/** One change of a link. */
export type HistoryEntry = ItemOf<"getLinkHistory">;
/** The outcome of one row of `createMany`: what its link alone would have been answered. */
export type BulkRow = ItemOf<"createLinks">;
/** A QR code of a link. */
export type QrCode = DataOf<"getQrCode">;
/** What a QR code is made of. */
export type NewQrCode = BodyOf<"createQrCode">;
/** A JSON merge patch of a QR code. */
export type QrCodePatch = BodyOf<"changeQrCode">;
/** The visits of a link, as a series or broken down. */
export type LinkVisits = DataOf<"getLinkVisits">;
/** The visits of all links that the key reaches. */
export type Visits = DataOf<"getVisits">;
/** A project, and how its links look to shoppers. */
export type Project = DataOf<"getProject">;
/** How codes look. */
export type CodeStyle = DataOf<"getCodeStyle">;
/** A JSON merge patch of a project. */
export type ProjectPatch = BodyOf<"changeProject">;
/** A store of the delivery app, with the values that route a link to it. */
export type Retailer = ItemOf<"findRetailers">;

/** The filters of a list; `limit` is the size of a page. */
export type LinkFilters = Omit<QueryOf<"listLinks">, "cursor">;
