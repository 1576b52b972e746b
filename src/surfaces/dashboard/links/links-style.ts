import { stylesheet } from "../layout/assets.ts";
import bulkBar from "./bulk-bar.css";
import bulkEdit from "./bulk-edit.css";
import rows from "./link-row.css";
import filters from "./links.css";

/** The style of the list of links. */
export const LINKS_STYLE = stylesheet(filters, rows, bulkBar);
/** The style of a bulk edit. */
export const BULK_EDIT_STYLE = stylesheet(bulkEdit);
