import { stylesheet } from "../frame/assets.ts";
import css from "./links.css";

/** What the list of links adds to the style of every screen. */
export const LINKS_STYLE = stylesheet(css);
