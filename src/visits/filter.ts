import { validationFailed } from "../core/errors.ts";
import { parseQrCodeId } from "../core/ids.ts";
import { RETAILERS } from "../core/vocabulary.ts";
import { DEVICES } from "../platform/known-user-agents.ts";

/** What a report of visits may be narrowed to, as addresses name it. */
export const FILTERS = ["projectId", "link", "qrCode", "country", "device", "retailer"] as const;
/** The name of one filter. */
export type FilterName = (typeof FILTERS)[number];
/** The value of each filter, as text. What is absent does not filter. */
export type VisitFilter = Partial<Record<FilterName, string>>;

/** A filter whose parts were checked. Null: not filtered by it. */
export interface CheckedFilter {
  projectId: string | null;
  linkId: string | null;
  /** The identifier of a QR code of the link. */
  qrIdentifier: string | null;
  country: string | null;
  device: string | null;
  retailer: string | null;
}

/**
 * The filter, checked. A QR code implies its link. Throws `validation_failed` for a value that no visit can have, and
 * for a QR code of another link.
 */
export function checkedFilter(filter: VisitFilter): CheckedFilter {
  const problems: { field: string; message: string }[] = [];
  const code = filter.qrCode === undefined ? null : parseQrCodeId(filter.qrCode);
  if (filter.qrCode !== undefined && (!code || (filter.link !== undefined && code.linkId !== filter.link))) {
    problems.push({ field: "qrCode", message: "must be the id of a QR code of the link" });
  }
  if (filter.country !== undefined && !/^[A-Z0-9]{2}$/.test(filter.country)) {
    problems.push({ field: "country", message: "must be a country code of two capital letters" });
  }
  if (filter.device !== undefined && !isOneOf(filter.device, DEVICES)) {
    problems.push({ field: "device", message: `must be one of ${DEVICES.join(", ")}` });
  }
  if (filter.retailer !== undefined && !isOneOf(filter.retailer, RETAILERS)) {
    problems.push({ field: "retailer", message: `must be one of ${RETAILERS.join(", ")}` });
  }
  if (problems.length > 0) throw validationFailed(problems);
  return {
    projectId: filter.projectId ?? null,
    linkId: filter.link ?? code?.linkId ?? null,
    qrIdentifier: code?.identifier ?? null,
    country: filter.country ?? null,
    device: filter.device ?? null,
    retailer: filter.retailer ?? null,
  };
}

const isOneOf = (value: string, words: readonly string[]): boolean => words.includes(value);
