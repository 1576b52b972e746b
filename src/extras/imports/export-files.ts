import type { MemberActor } from "../../features/access/actor.ts";
import { shownAddress } from "../../features/links/shown-address.ts";
import { codesArchive } from "../../features/qr-codes/codes-archive.ts";
import type { ImageFormat } from "../../features/qr-codes/image-formats.ts";
import type { StyleStores } from "../../features/qr-codes/resolve-style.ts";
import {
  hasOffers,
  productBounds,
  requiresCustomUrl,
  VARIANTS,
  type Variant,
} from "../../features/retailers/variants.ts";
import { imageUrl } from "../../ground/core/ids.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import { COLUMNS, columnLabel, USUAL_COLUMNS } from "./columns.ts";
import { type Cells, type ImportRow, ROW_STATES, type RowState } from "./import.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";
import { requireImport } from "./require-import.ts";

/** A file for people. */
export interface CsvTable {
  columns: readonly string[];
  rows: readonly Record<string, string | number>[];
}

/** Cells by the labels of their columns. */
const labeled = (cells: Cells): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [columnLabel(name), cell]));

interface ExportStores {
  imports: Pick<ImportStore, "find">;
  importRows: ImportRowStore;
}

/** The problems of a row as text, each with its column. */
const problemText = ({ problems }: ImportRow): string =>
  problems.map(({ field, message }) => `${field && `${columnLabel(field)}: `}${message}`).join("; ");

/** The rows with problems and the doubtful rows as CSV, to be corrected and uploaded again. Throws `not_found`. */
export async function exportProblems(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, importRows }: ExportStores,
): Promise<CsvTable> {
  await requireImport(actor, importId, { imports });
  const rows = await importRows.all(importId, ["bad", "failed", "doubtful"]);
  return {
    columns: ["Row", "Problems", ...COLUMNS.map(({ label }) => label)],
    rows: rows.map((row) => ({ ...labeled(row.cells), Row: row.row, Problems: problemText(row) })),
  };
}

const STATE_LABELS: Record<RowState, string> = {
  bad: "has problems",
  failed: "failed",
  doubtful: "to be checked",
  good: "ready",
  waiting: "waiting",
  made: "created",
};

/** Every row with its result as CSV: short links and URLs of QR images. Throws `not_found`. */
export async function exportResults(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, importRows }: ExportStores,
): Promise<CsvTable> {
  const found = await requireImport(actor, importId, { imports });
  const origins = { ...found.origins, problem: null };
  const rows = await importRows.all(importId, ROW_STATES);
  return {
    columns: ["Row", "Name", "Status", "Short link", "QR image", "Link id", "Problems"],
    rows: rows.map((row) => ({
      Row: row.row,
      Name: row.cells.name ?? "",
      Status: STATE_LABELS[row.state],
      "Short link": row.address === null ? "" : shownAddress(origins, row.address),
      "QR image":
        row.linkId === null || row.qrIdentifier === null
          ? ""
          : imageUrl(origins, row.linkId, row.qrIdentifier),
      "Link id": row.linkId ?? "",
      Problems: problemText(row),
    })),
  };
}

/** Codes per query, and in memory at a time: 20,000 codes take 80 queries. */
const CODES_PER_QUERY = 250;

/** Input of `exportCodes`: the image format, and the column that names the files. */
interface ExportCodesInput {
  importId: string;
  format?: ImageFormat;
  column?: string;
}

/**
 * A streamed ZIP archive with the code for print of every link that the import created, in its saved style. File names
 * contain the row number and a column of the import. Throws `not_found`.
 */
export async function exportCodes(
  actor: MemberActor,
  { importId, format = "svg", column = "name" }: ExportCodesInput,
  {
    imports,
    importRows,
    ...styleStores
  }: { imports: Pick<ImportStore, "find">; importRows: ImportRowStore } & StyleStores,
): Promise<ReadableStream<Uint8Array>> {
  await requireImport(actor, importId, { imports });
  let after: number | null = 0;
  return codesArchive(
    async () => {
      if (after === null) return null;
      const codes = await importRows.codes(importId, after, CODES_PER_QUERY, column);
      after = codes.length === CODES_PER_QUERY ? (codes.at(-1)?.row ?? null) : null;
      return codes;
    },
    format,
    styleStores,
  );
}

/** An empty import file with the headings that most files need. */
export const templateCsv = (): CsvTable => ({ columns: USUAL_COLUMNS.map(columnLabel), rows: [] });

/** Example products of each retailer, in the column's notation. */
const PRODUCTS: Record<Retailer, string> = {
  marketplace: "B000000001*2>B000000002",
  grocer_a: "0001111041700",
  bigbox_w: "10450114*2>10450115",
  bigbox_t: "13474244",
  delivery_app: "16594382",
  custom: "",
  choice: "",
};

/** Required options of some variants. */
const OPTIONS: Partial<Record<Variant["envelope"], object>> = {
  shopping_list: {
    delivery_app: { shoppingList: { title: "Taco night", lineItems: [{ name: "tortillas", quantity: 8 }] } },
  },
  recipe: { delivery_app: { recipe: { title: "Tacos", ingredients: [{ name: "tortillas", quantity: 8 }] } } },
};

const OFFERS = [
  { retailer: "bigbox_w", intent: "product_detail", products: [{ retailerProductId: "10450114" }] },
  { retailer: "bigbox_t", intent: "product_detail", products: [{ retailerProductId: "13474244" }] },
];

/** An import file with a valid row for each kind of link. */
export function examplesCsv(): CsvTable {
  const rows = VARIANTS.map((variant): Record<string, string> => {
    const options = OPTIONS[variant.envelope];
    return labeled({
      name: `Example: ${variant.title}`,
      retailer: variant.retailer,
      intent: variant.intent,
      ...(productBounds(variant).min > 0 && { products: PRODUCTS[variant.retailer] }),
      ...(requiresCustomUrl(variant) && { customUrl: "https://example.com/welcome" }),
      ...(hasOffers(variant) && { offers: JSON.stringify(OFFERS) }),
      ...(options && { options: JSON.stringify(options) }),
      tags: "summer | print",
    });
  });
  const filledLabels = COLUMNS.map(({ label }) => label).filter((label) => rows.some((row) => row[label]));
  return { columns: filledLabels, rows };
}
