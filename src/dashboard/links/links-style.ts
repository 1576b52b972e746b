import { stylesheet } from "../layout/assets.ts";
import bulkBar from "./bulk-bar.css";
import rows from "./link-row.css";
import filters from "./links.css";

/** What the list of links adds to the style of every screen. */
export const LINKS_STYLE = stylesheet(filters, rows, bulkBar);
