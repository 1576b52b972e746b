import { stylesheet } from "../layout/assets.ts";
import bulkBar from "./bulk-bar.css";
import rows from "./link-row.css";
import filters from "./links.css";

/** The style of the list of links. */
export const LINKS_STYLE = stylesheet(filters, rows, bulkBar);
