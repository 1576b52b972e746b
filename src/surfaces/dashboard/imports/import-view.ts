import * as z from "zod";
import type { Import, ImportRow, RowCounts, RowState } from "../../../extras/imports/import.ts";
import { getRepeatedProblems, listImportRows } from "../../../extras/imports/manage-imports.ts";
import { getPrintedAddresses } from "../../../extras/imports/printed-addresses.ts";
import { bodyOf } from "../../../extras/imports/read-cells.ts";
import { domainOfProject } from "../../../features/addresses/domain-store.ts";
import { findProductDetails, type ProductRef } from "../../../features/availability/product-details.ts";
import { RETAILERS } from "../../../ground/core/vocabulary.ts";
import { firstName } from "../labels/products.tsx";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import {
  type FormProblems,
  oneNumber,
  oneOf,
  PAGE_SIZE,
  queryReader,
  type SentValues,
} from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { columnValues } from "./column-labels.ts";

/** The path of the screens of imports. */
export const importsPath = ({ base }: Workspace): string => `${base}/links/import`;

export const importPath = (workspace: Workspace, { id }: { id: string }): string =>
  `${importsPath(workspace)}/${id}`;

/** The import id of a request's path. */
export const importIdIn = ({ req }: DashboardContext): { importId: string } => ({
  importId: req.param("import") ?? "",
});

/** The path of the request's import. */
export const importPathIn = (c: DashboardContext): string =>
  `${importsPath(c.var.workspace)}/${importIdIn(c).importId}`;

/** The uploaded file, or the pasted rows. */
export const sentFile = (
  file: SentValues["file"],
  pasted = "",
): { fileName: string; content: Uint8Array | string } =>
  file ? { fileName: file.name, content: file.bytes } : { fileName: "Pasted rows", content: pasted };

export const VIEWS = {
  problems: { label: "Problems", states: ["bad", "failed"] },
  check: { label: "To check", states: ["doubtful"] },
  ready: { label: "Ready", states: ["good"] },
  waiting: { label: "Waiting", states: ["waiting"] },
  created: { label: "Created", states: ["made"] },
} as const satisfies Record<string, { label: string; states: readonly RowState[] }>;

type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[]; // the keys of a constant

export const countOf = (view: ViewName, counts: RowCounts): number =>
  VIEWS[view].states.reduce((sum, state) => sum + counts[state], 0);

/** The products in a row, if its cells are good. */
function productsOfRow({ cells, problems }: ImportRow): ProductRef[] {
  const { retailer, products } = bodyOf(cells, "").body;
  const known = RETAILERS.find((each) => each === retailer);
  if (problems.length > 0 || known === undefined || !Array.isArray(products)) return [];
  return products.flatMap((product: unknown) =>
    typeof product === "object" &&
    product !== null &&
    "retailerProductId" in product &&
    typeof product.retailerProductId === "string"
      ? [{ retailer: known, id: product.retailerProductId }]
      : [],
  );
}

const rowsQuery = queryReader({
  show: oneOf(VIEW_NAMES),
  after: oneNumber.pipe(z.int().catch(0)),
});

/** Everything that the page of an import shows, for the view and page of the URL. Its parts take from it what they need. */
export async function loadImport(
  c: DashboardContext,
  found: Import,
  counts: RowCounts,
  problems: FormProblems,
) {
  const { workspace, dependencies } = c.var;
  const { actor } = workspace;
  const importId = found.id;
  // The first view that has rows: problems come first.
  const first = VIEW_NAMES.find((name) => countOf(name, counts) > 0) ?? "problems";
  const { show: view = first, after } = rowsQuery(c);
  const input = { importId, states: VIEWS[view].states, after, limit: PAGE_SIZE };
  const [page, repeated, projects, printed] = await Promise.all([
    listImportRows(actor, input, dependencies),
    view === "problems" ? getRepeatedProblems(actor, { importId }, dependencies) : [],
    openProjects(workspace, dependencies),
    getPrintedAddresses(actor, { importId }, dependencies),
  ]);
  const products = new Map(page.rows.map((row) => [row, productsOfRow(row)]));
  const details = await findProductDetails([...products.values()].flat(), 0, dependencies);
  const domains = await dependencies.domains.confirmed(dependencies.now());
  return {
    ...{ c, workspace, found, counts, problems, view, page, repeated, printed },
    path: importPath(workspace, found),
    isFirst: after === 0,
    values: columnValues(projects),
    /** The name of a row's first product; null if unknown. */
    productName: (row: ImportRow) => firstName(products.get(row) ?? [], details),
    /** Where the links of its project get their addresses. */
    host: domainOfProject(domains, found) || new URL(found.origins.shortLink).host,
  };
}

export type ImportView = Awaited<ReturnType<typeof loadImport>>;
