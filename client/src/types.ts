import type { components, operations as Operations } from "./contract.ts";

/** Every named schema of the OpenAPI document, such as `Schemas["Brand"]`. */
export type Schemas = components["schemas"];

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

/** The request body of an operation. */
export type BodyOf<Id extends keyof Operations> = Operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : never;
/** The query parameters of an operation. */
export type QueryOf<Id extends keyof Operations> = NonNullable<Operations[Id]["parameters"]["query"]>;
/** The response body of an operation. */
export type ResponseBodyOf<Id extends keyof Operations> = JsonOf<
  | Extract<Operations[Id]["responses"], { 200: unknown }>[200]
  | Extract<Operations[Id]["responses"], { 201: unknown }>[201]
>;
/** The `data` of an operation's response. */
export type DataOf<Id extends keyof Operations> =
  ResponseBodyOf<Id> extends { data: infer Data } ? Data : never;
type ItemOf<Id extends keyof Operations> = DataOf<Id> extends readonly (infer Item)[] ? Item : never;

/** The input for a link: one union member for each pair of `retailer` and `intent`. */
export type NewLink = BodyOf<"createLink">;
/** A JSON merge patch of a link: `null` removes an optional field. */
export type LinkPatch = BodyOf<"changeLink">;
/** A link, in its base contract. */
export type Link = Schemas["LinkResource"];
/** A QR code of a link, in its base contract. */
export type QrCode = Schemas["QrCodeResource"];

/** A value of `include`: a property that responses contain only on request, or `all`. */
export type Include = Schemas["Include"][number];

/** The properties that `include` can add to a link. Some are optional even then. */
type Extras = Required<Pick<Schemas["ExtendedLink"], "addresses" | "domain" | "state">> &
  Pick<Schemas["ExtendedLink"], "gtin" | "offers" | "schedule" | "slug" | "warnings">;
/** The properties that `I` adds. If its values are only known at run time, each property is optional. */
type Added<All, I extends Include> = [Include] extends [I]
  ? Partial<All>
  : "all" extends I
    ? All
    : Pick<All, I & keyof All>;
/** Flattens `T`, so that editors show its properties. */
type Flat<T> = { [Name in keyof T]: T[Name] };

/** A QR code with the properties that `include` adds. */
export type QrCodeWith<I extends Include = never> = Flat<
  QrCode & Added<Pick<Schemas["ExtendedQrCode"], "style">, I>
>;
/** A link with the properties that `include` adds, such as `LinkWith<"slug" | "state">`. */
export type LinkWith<I extends Include = never> = Flat<
  Omit<Link, "qrCode"> & { qrCode?: QrCodeWith<I> } & Added<Extras, I>
>;
/** An offer of a choice link. */
export type Offer = Schemas["OfferResource"];
/** A possible mistake of a link. */
export type Warning = Schemas["LinkWarning"];
/** A short URL of a link. */
export type Address = Schemas["LinkAddress"];

/** The definition of a link, which a patch changes. */
export type LinkDefinition = DataOf<"getLinkDefinition">;
/** The destination of a link before its creation, why, and warnings. */
export type LinkPreview = DataOf<"previewLink">;
/** A link to preview, and the visit to pretend. */
export type LinkToPreview = BodyOf<"previewLink">;
/** The destination of a link, why, and since when. */
export type LinkDestination = DataOf<"getLinkDestination">;
/** A change of a link. */
export type HistoryEntry = ItemOf<"getLinkHistory">;
/** The result of a row of `createMany`. */
export type BulkRow<I extends Include = never> =
  | (Omit<Schemas["CreatedRow"], "body"> & { body: { data: LinkWith<I> } })
  | Schemas["PreviewedRow"]
  | Schemas["RefusedRow"];
/** The input for a QR code. */
export type NewQrCode = BodyOf<"createQrCode">;
/** A JSON merge patch of a QR code. */
export type QrCodePatch = BodyOf<"changeQrCode">;
/** The options of a code's image. `format` defaults to `svg`. Sizes are pixels, or millimeters for pdf and eps. */
export type CodeFile = { format?: "svg" | "png" | "pdf" | "eps" } & QueryOf<"getQrCodeAsSvg">;
/** The style of QR codes. */
export type CodeStyle = DataOf<"getCodeStyle">;
/** The visits of a link, as a series or broken down. */
export type LinkVisits = DataOf<"getLinkVisits">;
/** The visits of all links that the key can access. */
export type Visits = DataOf<"getVisits">;
/** The reported sales of a link. */
export type LinkSales = DataOf<"getLinkSales">;
/** The reported sales of projects. */
export type Sales = DataOf<"getSales">;
/** The input for a project. */
export type NewProject = BodyOf<"createProject">;
/** A project with its brand. */
export type Project = DataOf<"getProject">;
/** A JSON merge patch of a project. */
export type ProjectPatch = BodyOf<"changeProject">;
/** What to export. */
export type NewExport = BodyOf<"createExport">;
/** An export of the organization. */
export type Export = DataOf<"getExport">;
/** Something that happened. */
export type Event = Schemas["Event"];
/** A page of events, and where the next one begins. */
export type EventPage = ResponseBodyOf<"listEvents">;
/** Which events to list. */
export type EventQuery = QueryOf<"listEvents">;
/** Where events are sent. */
export type Webhook = Schemas["Webhook"];
/** What a webhook is made of. */
export type NewWebhook = BodyOf<"createWebhook">;
/** A JSON merge patch of a webhook. */
export type WebhookPatch = BodyOf<"changeWebhook">;
/** An event on its way to a webhook, and what came of it. */
export type WebhookDelivery = Schemas["WebhookDelivery"];
/** The API key of the client. */
export type ApiKey = DataOf<"getKey">;
/** A store of the delivery app, with the options that route a link to it. */
export type Retailer = ItemOf<"findRetailers">;

/** The filters of a list of links. */
export type LinkFilters = Omit<QueryOf<"listLinks">, "cursor" | "include">;
/** Which visits to count, and how. */
export type VisitQuery = QueryOf<"getVisits">;
/** Which visits of a link to count, and how. */
export type LinkVisitQuery = QueryOf<"getLinkVisits">;
/** Filters and range of the sales of projects. */
export type SalesQuery = QueryOf<"getSales">;
/** Filters and range of the sales of a link. */
export type LinkSalesQuery = QueryOf<"getLinkSales">;
/** Which stores to find. */
export type RetailerQuery = QueryOf<"findRetailers">;

/**
 * An error code of the service or of this client. `connection_failed` and `timeout`: no response; `invalid_response`: not a
 * response of the service; `invalid_key` and `invalid_base_url`: invalid options. Later versions of the service may return
 * other codes.
 */
export type ErrorCode =
  | Schemas["ErrorCode"]
  | "connection_failed"
  | "timeout"
  | "invalid_response"
  | "invalid_key"
  | "invalid_base_url"
  | (string & {});
