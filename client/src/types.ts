import type { components, operations as Operations } from "./contract.ts";

/** Every named object of the contract, such as `Schemas["Brand"]`. */
export type Schemas = components["schemas"];

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
/** A link, in its base contract. */
export type Link = Schemas["LinkResource"];
/** A QR code of a link, in its base contract. */
export type QrCode = Schemas["QrCodeResource"];

/** A word of `include`: a property that answers have only where it is asked for, or `all` of them. */
export type Include = Schemas["Include"][number];

/** The properties of a link that are asked for. Some are there only where the link has them. */
type Extras = Required<Pick<Schemas["ExtendedLink"], "addresses" | "domain" | "state">> &
  Pick<Schemas["ExtendedLink"], "offers" | "schedule" | "slug">;
/** Those that `I` asks for. Of words that are known at run time only, each may be missing. */
type Added<All, I extends Include> = [Include] extends [I]
  ? Partial<All>
  : "all" extends I
    ? All
    : Pick<All, I & keyof All>;
/** The properties of `T` in one object, so that editors show them. */
type Shown<T> = { [Name in keyof T]: T[Name] };

/** A QR code with what `include` asks for. */
export type QrCodeWith<I extends Include = never> = Shown<
  QrCode & Added<Pick<Schemas["ExtendedQrCode"], "style">, I>
>;
/** A link with what `include` asks for, such as `LinkWith<"slug" | "state">`. */
export type LinkWith<I extends Include = never> = Shown<
  Omit<Link, "qrCode"> & { qrCode?: QrCodeWith<I> } & Added<Extras, I>
>;
/** An offer of a choice link. */
export type Offer = Schemas["OfferResource"];
/** An address of a link. */
export type Address = Schemas["LinkAddress"];

/** What a link is defined by: what a patch changes. */
export type LinkDefinition = DataOf<"getLinkDefinition">;
/** Where a link would lead, why, and what may be wrong with it. */
export type LinkPreview = DataOf<"previewLink">;
/** Where a link leads, why, and since when. */
export type LinkDestination = DataOf<"getLinkDestination">;
/** One change of a link. */
export type HistoryEntry = ItemOf<"getLinkHistory">;
/** The outcome of one row of `createMany`: what its link alone would have been answered. */
export type BulkRow<I extends Include = never> =
  | (Omit<Schemas["CreatedRow"], "body"> & { body: { data: LinkWith<I> } })
  | Schemas["PreviewedRow"]
  | Schemas["RefusedRow"];
/** What a QR code is made of. */
export type NewQrCode = BodyOf<"createQrCode">;
/** A JSON merge patch of a QR code. */
export type QrCodePatch = BodyOf<"changeQrCode">;
/** How a picture of a code is asked for; `format` is `svg` where it is absent. Sizes are pixels, of pdf and eps millimetres. */
export type CodeFile = { format?: "svg" | "png" | "pdf" | "eps" } & QueryOf<"getQrCodeAsSvg">;
/** How codes look. */
export type CodeStyle = DataOf<"getCodeStyle">;
/** The visits of a link, as a series or broken down. */
export type LinkVisits = DataOf<"getLinkVisits">;
/** The visits of all links that the key reaches. */
export type Visits = DataOf<"getVisits">;
/** What a project is made of. */
export type NewProject = BodyOf<"createProject">;
/** A project, and how its links look to shoppers. */
export type Project = DataOf<"getProject">;
/** A JSON merge patch of a project. */
export type ProjectPatch = BodyOf<"changeProject">;
/** Something that happened. */
export type Event = Schemas["Event"];
/** A page of events, and where the next one begins. */
export type EventPage = AnswerOf<"listEvents">;
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
/** An API key, as it sees itself. */
export type ApiKey = DataOf<"getKey">;
/** A store of the delivery app, with the values that route a link to it. */
export type Retailer = ItemOf<"findRetailers">;

/** The filters of a list; `limit` is the size of a page. */
export type LinkFilters = Omit<QueryOf<"listLinks">, "cursor" | "include">;
/** Which visits to count, and how. */
export type VisitQuery = QueryOf<"getVisits">;
/** The same of one link. */
export type LinkVisitQuery = QueryOf<"getLinkVisits">;
/** Which stores to find. */
export type RetailerQuery = QueryOf<"findRetailers">;

/**
 * What went wrong: a code of the service, or one of this client. `connection_failed` and `timeout`: no answer came;
 * `invalid_response`: what answered is not the service; `invalid_key` and `invalid_base_url`: the client was made with a
 * wrong one. A later version of the service may answer codes that are not named here.
 */
export type ErrorCode =
  | Schemas["ErrorCode"]
  | "connection_failed"
  | "timeout"
  | "invalid_response"
  | "invalid_key"
  | "invalid_base_url"
  | (string & {});
