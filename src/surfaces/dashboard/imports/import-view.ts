import * as z from "zod";
import type { Import, ImportRow, RowCounts, RowState } from "../../../extras/imports/import.ts";
import { getRepeatedProblems, listImportRows } from "../../../extras/imports/manage-imports.ts";
import { getPrintedAddresses } from "../../../extras/imports/printed-addresses.ts";
import { bodyOf } from "../../../extras/imports/read-cells.ts";
import { domainOfProject } from "../../../features/addresses/domain-store.ts";
import {
  findProductDetails,
  type KnownDetails,
  type ProductRef,
} from "../../../features/availability/product-details.ts";
import { RETAILERS } from "../../../ground/core/vocabulary.ts";
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

/** A product in a row, with its quantity. */
type RowProduct = ProductRef & { quantity: number };

/** What the list shows of a row: its products, if its cells are good, and its tags. */
function factsOfRow({ cells, problems }: ImportRow): { products: RowProduct[]; tags: string[] } {
  const { retailer, products, tracking } = bodyOf(cells, "").body;
  const known = RETAILERS.find((each) => each === retailer);
  const tags =
    typeof tracking === "object" && tracking !== null && "tags" in tracking ? textsIn(tracking.tags) : [];
  if (problems.length > 0 || known === undefined || !Array.isArray(products)) return { products: [], tags };
  const found = products.flatMap((product: unknown): RowProduct[] => {
    if (typeof product !== "object" || product === null || !("retailerProductId" in product)) return [];
    const { retailerProductId: id } = product;
    const quantity = "quantity" in product && typeof product.quantity === "number" ? product.quantity : 1;
    return typeof id === "string" ? [{ retailer: known, id, quantity }] : [];
  });
  return { products: found, tags };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Products by name or id, each with its quantity: "2 × Pancake mix, 44391605". */
const productsText = (products: readonly RowProduct[], details: KnownDetails): string =>
  products
    .map((product) => {
      const name = details(product.retailer, product.id)?.name ?? product.id;
      return product.quantity === 1 ? name : `${product.quantity} × ${name}`;
    })
    .join(", ");

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
  const facts = new Map(page.rows.map((row) => [row, factsOfRow(row)]));
  const products = [...facts.values()].flatMap(({ products: ofRow }) => ofRow);
  const details = await findProductDetails(products, 0, dependencies);
  const domains = await dependencies.domains.confirmed(dependencies.now());
  return {
    now: dependencies.now(),
    ...{ c, workspace, found, counts, problems, view, page, repeated, printed },
    path: importPath(workspace, found),
    isFirst: after === 0,
    values: columnValues(projects),
    /** A row's products in words, and its tags. */
    factsOf: (row: ImportRow) => {
      const { products: ofRow, tags } = facts.get(row) ?? { products: [], tags: [] };
      return { text: productsText(ofRow, details), tags };
    },
    /** Where the links of its project get their addresses. */
    host: domainOfProject(domains, found) || new URL(found.origins.shortLink).host,
  };
}

export type ImportView = Awaited<ReturnType<typeof loadImport>>;
