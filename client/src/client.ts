import { type CallOptions, type ClientOptions, connect, type Send, type WriteOptions } from "./connection.ts";
import { type Page, type Paged, paged } from "./paging.ts";
import type * as Types from "./types.ts";

/** What a change of a link takes beside its patch. */
export interface ChangeOptions extends WriteOptions {
  /** The ETag that the link must still have: `responseOf(link).etag`. Another one: 412 `precondition_failed`. */
  ifMatch?: string;
}

/** What the creation of many links takes beside its rows. */
export interface BulkOptions extends WriteOptions {
  /** Previews the links and makes none. */
  dryRun?: boolean;
}

type PageQuery = { limit?: number };
type Data<T> = { data: T };

/**
 * The API of shoppable-links. Every method gives the `data` of the answer, and `responseOf` tells what came with it. A
 * refusal is thrown as a `ShoppableLinksError`.
 */
export class ShoppableLinks {
  readonly links: ReturnType<typeof linksOf>;
  readonly qrCodes: ReturnType<typeof qrCodesOf>;
  readonly visits: ReturnType<typeof visitsOf>;
  readonly projects: ReturnType<typeof projectsOf>;
  readonly retailers: ReturnType<typeof retailersOf>;

  constructor(options: ClientOptions) {
    const calls = callsOf(connect(options));
    this.links = linksOf(calls);
    this.qrCodes = qrCodesOf(calls);
    this.visits = visitsOf(calls);
    this.projects = projectsOf(calls);
    this.retailers = retailersOf(calls);
  }
}

type Calls = ReturnType<typeof callsOf>;

/** The three kinds of calls: reads, lists and writes. */
function callsOf(send: Send) {
  const read = async <T>(path: string, query?: object, options?: CallOptions): Promise<T> =>
    (await send<Data<T>>({ method: "GET", path, query, options })).data;
  const list = <T>(path: string, query: object, options?: CallOptions): Paged<T> =>
    paged((cursor) => send<Page<T>>({ method: "GET", path, query: { ...query, cursor }, options }));
  /** Every write carries an Idempotency-Key, so that a retry does nothing twice. */
  const write = async <T>(
    method: "POST" | "PATCH" | "PUT",
    path: string,
    body: unknown,
    options: ChangeOptions = {},
    isUnfinished?: (body: unknown) => boolean,
  ): Promise<T> => {
    const headers = {
      "Idempotency-Key": options.idempotencyKey ?? crypto.randomUUID(),
      "If-Match": options.ifMatch,
    };
    const call = { method, path, body, headers, options, ...(isUnfinished && { isUnfinished }) };
    return (await send<Data<T>>(call)).data;
  };
  return { read, list, write, send };
}

const pathOf = (linkId: string, rest = ""): string => `/v1/links/${encodeURIComponent(linkId)}${rest}`;

/** Whether a row was refused for a reason that passes: a repeat makes it. */
const isMissing = ({ status }: { status: number }): boolean => status === 429 || status >= 500;

function linksOf({ read, list, write, send }: Calls) {
  return {
    /** Creates a link, with its short link and default QR code. */
    create: (link: Types.NewLink, options?: WriteOptions) =>
      write<Types.DataOf<"createLink">>("POST", "/v1/links", link, options),
    /**
     * Creates up to 100 links, each as if it had been sent alone, and gives a row for each. Rows that are refused for a
     * reason that passes are tried again as a whole request is.
     */
    createMany: (links: Types.NewLink[], { dryRun, ...options }: BulkOptions = {}) =>
      write<Types.BulkRow[]>(
        "POST",
        "/v1/links/bulk",
        { links, ...(dryRun && { dryRun }) },
        options,
        (body) => (body as Data<Types.BulkRow[]>).data.some(isMissing),
      ),
    /** Tells where such a link would lead, and what may be wrong with it. Creates nothing. */
    preview: async (link: Types.NewLink, options?: CallOptions) => {
      const call = { method: "POST", path: "/v1/links/preview", body: link, options } as const;
      return (await send<Data<Types.LinkPreview>>(call)).data;
    },
    /** Reads a link. */
    get: (linkId: string, options?: CallOptions) => read<Types.Link>(pathOf(linkId), {}, options),
    /** Changes a link by a JSON merge patch. */
    change: (linkId: string, patch: Types.LinkPatch, options?: ChangeOptions) =>
      write<Types.Link>("PATCH", pathOf(linkId), patch, options),
    /** Lists and searches links, newest first. */
    list: (filters: Types.LinkFilters = {}, options?: CallOptions) =>
      list<Types.Link>("/v1/links", filters, options),
    /** Reads what a link is defined by: what `change` patches. */
    definition: (linkId: string, options?: CallOptions) =>
      read<Types.LinkDefinition>(pathOf(linkId, "/definition"), {}, options),
    /** Tells where a link leads, why, and since when. */
    destination: (linkId: string, options?: CallOptions) =>
      read<Types.LinkDestination>(pathOf(linkId, "/destination"), {}, options),
    /** Lists who changed what of a link and its codes, newest first. */
    history: (linkId: string, query: PageQuery = {}, options?: CallOptions) =>
      list<Types.HistoryEntry>(pathOf(linkId, "/history"), query, options),
  };
}

function qrCodesOf({ read, list, write }: Calls) {
  const codePath = (linkId: string, identifier: string): string =>
    pathOf(linkId, `/qr-codes/${encodeURIComponent(identifier)}`);
  return {
    /** Adds a QR code to a link. */
    create: (linkId: string, code: Types.NewQrCode = {}, options?: WriteOptions) =>
      write<Types.QrCode>("POST", pathOf(linkId, "/qr-codes"), code, options),
    /** Reads a QR code. */
    get: (linkId: string, identifier: string, options?: CallOptions) =>
      read<Types.QrCode>(codePath(linkId, identifier), {}, options),
    /** Changes the name, the metadata or the style of a QR code. */
    change: (linkId: string, identifier: string, patch: Types.QrCodePatch, options?: WriteOptions) =>
      write<Types.QrCode>("PATCH", codePath(linkId, identifier), patch, options),
    /** Lists the QR codes of a link. */
    list: (linkId: string, query: PageQuery = {}, options?: CallOptions) =>
      list<Types.QrCode>(pathOf(linkId, "/qr-codes"), query, options),
  };
}

function visitsOf({ read }: Calls) {
  return {
    /** The visits of all links that the key reaches, or of a project. */
    get: (query: Types.QueryOf<"getVisits"> = {}, options?: CallOptions) =>
      read<Types.Visits>("/v1/visits", query, options),
    /** The visits of a link. */
    ofLink: (linkId: string, query: Types.QueryOf<"getLinkVisits"> = {}, options?: CallOptions) =>
      read<Types.LinkVisits>(pathOf(linkId, "/visits"), query, options),
  };
}

function projectsOf({ read, list, write }: Calls) {
  const projectPath = (projectId: string): string => `/v1/projects/${encodeURIComponent(projectId)}`;
  return {
    /** Lists the projects that the key reaches. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      list<Types.Project>("/v1/projects", query, options),
    /** Reads a project with its brand. */
    get: (projectId: string, options?: CallOptions) =>
      read<Types.Project>(projectPath(projectId), {}, options),
    /** Reads how codes of a project look. */
    codeStyle: (projectId: string, options?: CallOptions) =>
      read<Types.CodeStyle>(`${projectPath(projectId)}/code-style`, {}, options),
    /** Sets how codes of a project look that have no style of their own. */
    setCodeStyle: (projectId: string, style: Types.CodeStyle, options?: WriteOptions) =>
      write<Types.CodeStyle>("PUT", `${projectPath(projectId)}/code-style`, style, options),
    /** Renames a project, or sets its brand, by a JSON merge patch. */
    change: (projectId: string, patch: Types.ProjectPatch, options?: WriteOptions) =>
      write<Types.Project>("PATCH", projectPath(projectId), patch, options),
  };
}

function retailersOf({ read }: Calls) {
  return {
    /** Finds stores of the delivery app and the values that route a link to them. */
    find: (query: Types.QueryOf<"findRetailers"> = {}, options?: CallOptions) =>
      read<Types.Retailer[]>("/v1/retailers", query, options),
  };
}
