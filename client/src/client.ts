import { type Calls, callsOf, type Data, type Including, type PageQuery, pathOf } from "./calls.ts";
import { connect } from "./connection.ts";
import { linksOf } from "./links.ts";
import type { CallOptions, ClientOptions, WriteOptions } from "./options.ts";
import type * as Types from "./types.ts";

/**
 * The client of the shoppable-links API. Every method returns the `data` of the response; `responseOf` returns its status
 * and headers. Rejected requests throw a `ShoppableLinksError`; so does the constructor if the key or base URL is invalid.
 */
export class ShoppableLinks {
  readonly links: ReturnType<typeof linksOf>;
  readonly qrCodes: ReturnType<typeof qrCodesOf>;
  readonly visits: ReturnType<typeof visitsOf>;
  readonly sales: ReturnType<typeof salesOf>;
  readonly projects: ReturnType<typeof projectsOf>;
  readonly exports: ReturnType<typeof exportsOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly key: ReturnType<typeof keyOf>;
  readonly retailers: ReturnType<typeof retailersOf>;

  constructor(options: ClientOptions) {
    const calls = callsOf(connect(options));
    this.links = linksOf(calls);
    this.qrCodes = qrCodesOf(calls);
    this.visits = visitsOf(calls);
    this.sales = salesOf(calls);
    this.projects = projectsOf(calls);
    this.exports = exportsOf(calls);
    this.events = eventsOf(calls);
    this.webhooks = webhooksOf(calls);
    this.key = keyOf(calls);
    this.retailers = retailersOf(calls);
  }
}

function qrCodesOf({ read, list, write, connection }: Calls) {
  const codePath = (linkId: string, identifier: string): string =>
    pathOf("links", linkId, `/qr-codes/${encodeURIComponent(identifier)}`);
  return {
    /** Adds a QR code to a link. */
    create: <I extends Types.Include = never>(
      linkId: string,
      code: Types.NewQrCode = {},
      options?: WriteOptions & Including<I>,
    ) => write<Types.QrCodeWith<I>>("POST", pathOf("links", linkId, "/qr-codes"), code, options),
    /** Reads a QR code. */
    get: <I extends Types.Include = never>(
      linkId: string,
      identifier: string,
      options?: CallOptions & Including<I>,
    ) => read<Types.QrCodeWith<I>>(codePath(linkId, identifier), {}, options),
    /** Changes the name, the metadata or the style of a QR code. */
    change: <I extends Types.Include = never>(
      linkId: string,
      identifier: string,
      patch: Types.QrCodePatch,
      options?: WriteOptions & Including<I>,
    ) => write<Types.QrCodeWith<I>>("PATCH", codePath(linkId, identifier), patch, options),
    /** Lists the QR codes of a link. */
    list: <I extends Types.Include = never>(
      linkId: string,
      query: PageQuery = {},
      options?: CallOptions & Including<I>,
    ) => list<Types.QrCodeWith<I>>(pathOf("links", linkId, "/qr-codes"), query, options),
    /** Downloads the image of a QR code, such as `link.qrCode`. Its URL is public, so no key is sent. */
    file: (
      { imageUrl }: Pick<Types.QrCode, "imageUrl">,
      file: Types.CodeFile = {},
      options?: CallOptions,
    ) => {
      const { format = "svg", ...query } = file;
      const path = imageUrl.replace(/\.svg$/, `.${format}`);
      return connection.bytes({ method: "GET", path, query, options });
    },
  };
}

function visitsOf({ read }: Calls) {
  return {
    /** Reads the visits of all links that the key can access, or of a project. */
    get: (query: Types.VisitQuery = {}, options?: CallOptions) =>
      read<Types.Visits>("/v1/visits", query, options),
    /** Reads the visits of a link. */
    ofLink: (linkId: string, query: Types.LinkVisitQuery = {}, options?: CallOptions) =>
      read<Types.LinkVisits>(pathOf("links", linkId, "/visits"), query, options),
  };
}

function salesOf({ read }: Calls) {
  return {
    /** Reads the reported sales of all links that the key can access, or of a project. */
    get: (query: Types.SalesQuery = {}, options?: CallOptions) =>
      read<Types.Sales>("/v1/sales", query, options),
    /** Reads the reported sales of a link. */
    ofLink: (linkId: string, query: Types.LinkSalesQuery = {}, options?: CallOptions) =>
      read<Types.LinkSales>(pathOf("links", linkId, "/sales"), query, options),
  };
}

function projectsOf({ read, list, write, connection }: Calls) {
  const projectPath = (projectId: string, rest = ""): string => pathOf("projects", projectId, rest);
  return {
    /** Creates a project. Requires a key with access to all projects. */
    create: (project: Types.NewProject, options?: WriteOptions) =>
      write<Types.Project>("POST", "/v1/projects", project, options),
    /** Lists the projects that the key can access. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      list<Types.Project>("/v1/projects", query, options),
    /** Reads a project with its brand. */
    get: (projectId: string, options?: CallOptions) =>
      read<Types.Project>(projectPath(projectId), {}, options),
    /** Renames a project or sets its brand, with a JSON merge patch. */
    change: (projectId: string, patch: Types.ProjectPatch, options?: WriteOptions) =>
      write<Types.Project>("PATCH", projectPath(projectId), patch, options),
    /** Sets the logo of a project's brand: the bytes of a PNG or JPEG. */
    putLogo: async (projectId: string, logo: Blob | ArrayBuffer | Uint8Array, options?: CallOptions) => {
      // Uint8Array may be backed by shared memory, which fetch does not accept.
      const bytes = logo as BodyInit;
      const call = { method: "PUT", path: projectPath(projectId, "/logo"), bytes, options } as const;
      return (await connection.json<Data<Types.Project>>(call)).data;
    },
    /** Reads the QR code style of a project. */
    codeStyle: (projectId: string, options?: CallOptions) =>
      read<Types.CodeStyle>(projectPath(projectId, "/code-style"), {}, options),
    /** Sets the style of a project's QR codes that have no own style. */
    setCodeStyle: (projectId: string, style: Types.CodeStyle, options?: WriteOptions) =>
      write<Types.CodeStyle>("PUT", projectPath(projectId, "/code-style"), style, options),
  };
}

function exportsOf({ read, write, connection }: Calls) {
  return {
    /** Starts an export of the organization. Requires a key with access to all projects. */
    create: (request: Types.NewExport = {}, options?: WriteOptions) =>
      write<Types.Export>("POST", "/v1/exports", request, options),
    /** Reads the progress of an export and, once it is done, the URL of its archive. */
    get: (exportId: string, options?: CallOptions) =>
      read<Types.Export>(pathOf("exports", exportId), {}, options),
    /** Downloads the archive of a finished export into memory. Its URL is secret, so no key is sent. */
    file: ({ downloadUrl = "" }: Pick<Types.Export, "downloadUrl">, options?: CallOptions) =>
      connection.bytes({ method: "GET", path: downloadUrl, options }),
  };
}

function eventsOf({ read, connection }: Calls) {
  return {
    /** A page of events, the oldest first. Store its `nextCursor`, and send it as `after` for the next page. */
    page: (query: Types.EventQuery = {}, options?: CallOptions) =>
      connection.json<Types.EventPage>({ method: "GET", path: "/v1/events", query, options }),
    /** Reads an event. */
    get: (eventId: string, options?: CallOptions) =>
      read<Types.Event>(pathOf("events", eventId), {}, options),
  };
}

function webhooksOf({ read, list, write }: Calls) {
  const one = (webhookId: string, rest = ""): string => pathOf("webhooks", webhookId, rest);
  return {
    /** Creates a webhook. Keep the `secret` of the answer: it is shown once. */
    create: (webhook: Types.NewWebhook, options?: WriteOptions) =>
      write<Types.Webhook>("POST", "/v1/webhooks", webhook, options),
    /** Lists the webhooks. */
    list: (options?: CallOptions) => read<Types.Webhook[]>("/v1/webhooks", {}, options),
    /** Reads a webhook, without its secret. */
    get: (webhookId: string, options?: CallOptions) => read<Types.Webhook>(one(webhookId), {}, options),
    /** Changes a webhook, or switches it off or on, by a JSON merge patch. */
    change: (webhookId: string, patch: Types.WebhookPatch, options?: WriteOptions) =>
      write<Types.Webhook>("PATCH", one(webhookId), patch, options),
    /** Deletes a webhook with its deliveries. */
    delete: (webhookId: string, options?: WriteOptions) =>
      write<Types.Webhook>("DELETE", one(webhookId), undefined, options),
    /** Gives a webhook another secret, which is in the response. */
    rotateSecret: (webhookId: string, options?: WriteOptions) =>
      write<Types.Webhook>("POST", one(webhookId, "/secret"), undefined, options),
    /** Lists what was sent, the newest events first. */
    deliveries: (webhookId: string, query: PageQuery = {}, options?: CallOptions) =>
      list<Types.WebhookDelivery>(one(webhookId, "/deliveries"), query, options),
    /** Delivers an event again; without an event, sends a test. */
    deliver: (webhookId: string, what: { eventId?: string } = {}, options?: WriteOptions) =>
      write<Types.WebhookDelivery>("POST", one(webhookId, "/deliveries"), what, options),
  };
}

function keyOf({ read }: Calls) {
  return {
    /** Reads the organization, projects, scopes and expiry of the client's key. */
    get: (options?: CallOptions) => read<Types.ApiKey>("/v1/key", {}, options),
  };
}

function retailersOf({ read }: Calls) {
  return {
    /** Finds stores of the delivery app and the options that route a link to them. */
    find: (query: Types.RetailerQuery = {}, options?: CallOptions) =>
      read<Types.Retailer[]>("/v1/retailers", query, options),
  };
}
