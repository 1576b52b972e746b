import { stylesheet } from "../layout/assets.ts";
import css from "./overview.css";

/** How the overview looks, besides the rules of every screen. */
export const OVERVIEW_STYLE = stylesheet(css);
