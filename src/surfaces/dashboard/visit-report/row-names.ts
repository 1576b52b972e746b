import type { ReportRow } from "../../../features/visits/breakdown.ts";
import { NONE, THE_REST } from "../../../features/visits/breakdown.ts";
import type { Dimension } from "../../../features/visits/statistics.ts";
import { UNKNOWN_COUNTRY } from "../../../features/visits/visit-aggregate.ts";
import { FILTERS, type FilterName } from "../../../features/visits/visit-filter.ts";
import { RETAILER_NAMES } from "../../../ground/core/retailer-names.ts";

/** The titles of a report's tables. */
export const TABLE_NAMES: Readonly<Record<Dimension, string>> = {
  link: "Links",
  qrCode: "QR codes",
  retailer: "Retailers",
  country: "Countries",
  device: "Devices",
  visitor: "Who came",
  referrer: "Referrers",
  choice: "Which shop",
  lot: "Lots",
};

const DEVICE_NAMES: Readonly<Record<string, string>> = {
  phone: "Phone",
  tablet: "Tablet",
  desktop: "Desktop",
  other: "Other device",
};

const VISITOR_NAMES: Readonly<Record<string, string>> = {
  person: "Visits",
  robot: "Robots",
  preview: "Link previews",
};

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The name of a value and its detail. `isPublic` prefers the public name of a link. */
export function rowName(
  by: Dimension,
  { key, name, publicName, linkName }: Pick<ReportRow, "key" | "name" | "publicName" | "linkName">,
  isPublic: boolean,
): { name: string; detail: string | null } {
  const plain = (text: string) => ({ name: text, detail: null });
  if (key === THE_REST) return plain("All others");
  switch (by) {
    case "link":
      return plain((isPublic ? publicName : null) ?? name ?? "Unnamed link");
    case "qrCode": {
      if (key === NONE) return plain("Without a QR code");
      const code = name ?? "Unnamed code";
      const link = (isPublic ? publicName : null) ?? linkName;
      return link === null ? plain(code) : { name: link, detail: code };
    }
    case "country":
      return plain(countryName(key));
    case "device":
      return plain(DEVICE_NAMES[key] ?? key);
    case "visitor":
      return plain(VISITOR_NAMES[key] ?? key);
    case "retailer":
      return plain(retailerName(key));
    case "referrer":
      return plain(key === NONE ? "Direct or unknown" : key);
    case "lot":
      return plain(key);
    case "choice":
      // A generated key contains the retailer's word.
      return plain(name ?? retailerName(key.replaceAll("-", "_")));
  }
}

const retailerName = (key: string): string =>
  Object.entries(RETAILER_NAMES).find(([retailer]) => retailer === key)?.[1] ?? key;

/** The English name of a country, or its code. */
export function countryName(code: string): string {
  if (code === UNKNOWN_COUNTRY) return "Unknown country";
  // Cloudflare's code for the Tor network.
  if (code === "T1") return "Tor network";
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Whether a row is a single value that can be a filter. */
export const isValue = (by: Dimension, key: string): boolean =>
  by !== "visitor" && key !== THE_REST && !((by === "qrCode" || by === "referrer") && key === NONE);

/** Whether a report can be filtered by the values of a table. */
export const isFilter = (by: Dimension): by is Dimension & FilterName =>
  FILTERS.some((filter) => filter === by);
