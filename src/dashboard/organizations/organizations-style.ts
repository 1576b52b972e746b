import { stylesheet } from "../layout/assets.ts";
import css from "./organizations.css";

/** What the home of a person adds to the style of every page. */
export const ORGANIZATIONS_STYLE = stylesheet(css);
