import {
  type Calls,
  type ChangeOptions,
  type Data,
  type Including,
  type PageQuery,
  pathOf,
} from "./calls.ts";
import type { CallOptions, WriteOptions } from "./options.ts";
import type * as Types from "./types.ts";

/** The options of `createMany`. */
export interface BulkOptions extends WriteOptions {
  /** Previews the links and creates none. */
  dryRun?: boolean;
}

/** The option of `destination`. */
interface IncludingHealth {
  include?: readonly ("health" | "all")[];
}

/** Whether a row failed temporarily, so that a retry creates it. */
const isMissing = ({ status }: { status: number }): boolean => status === 429 || status >= 500;

/** The methods of links. Their return types include what `include` adds. */
export function linksOf({ read, list, write, connection }: Calls) {
  return {
    /** Creates a link with its default QR code. */
    create: <I extends Types.Include = never>(link: Types.NewLink, options?: WriteOptions & Including<I>) =>
      write<Types.LinkWith<I>>("POST", "/v1/links", link, options),
    /** Creates up to 100 links and returns a row for each. Rows that fail temporarily are retried like a whole request. */
    createMany: <I extends Types.Include = never>(
      links: Types.NewLink[],
      { dryRun, ...options }: BulkOptions & Including<I> = {},
    ) =>
      write<Types.BulkRow<I>[]>(
        "POST",
        "/v1/links/bulk",
        { links, ...(dryRun && { dryRun }) },
        options,
        (body) => (body as Data<Types.BulkRow[]>).data.some(isMissing),
      ),
    /** Returns the destination of such a link, with warnings. Creates nothing. */
    preview: async (link: Types.LinkToPreview, options?: CallOptions) => {
      const call = { method: "POST", path: "/v1/links/preview", body: link, options } as const;
      return (await connection.json<Data<Types.LinkPreview>>(call)).data;
    },
    /** Reads a link. */
    get: <I extends Types.Include = never>(linkId: string, options?: CallOptions & Including<I>) =>
      read<Types.LinkWith<I>>(pathOf("links", linkId), {}, options),
    /** Changes a link with a JSON merge patch. */
    change: <I extends Types.Include = never>(
      linkId: string,
      patch: Types.LinkPatch,
      options?: ChangeOptions & Including<I>,
    ) => write<Types.LinkWith<I>>("PATCH", pathOf("links", linkId), patch, options),
    /** Lists and searches links, newest first. */
    list: <I extends Types.Include = never>(
      filters: Types.LinkFilters = {},
      options?: CallOptions & Including<I>,
    ) => list<Types.LinkWith<I>>("/v1/links", filters, options),
    /** Reads the definition of a link, which `change` patches. */
    definition: (linkId: string, options?: CallOptions) =>
      read<Types.LinkDefinition>(pathOf("links", linkId, "/definition"), {}, options),
    /** Returns the destination of a link, why, and since when; with `health`, the weekly checks of its URLs. */
    destination: (linkId: string, { include, ...options }: CallOptions & IncludingHealth = {}) =>
      read<Types.LinkDestination>(pathOf("links", linkId, "/destination"), { include }, options),
    /** Lists who changed what on a link and its codes, newest first. */
    history: (linkId: string, query: PageQuery = {}, options?: CallOptions) =>
      list<Types.HistoryEntry>(pathOf("links", linkId, "/history"), query, options),
  };
}
