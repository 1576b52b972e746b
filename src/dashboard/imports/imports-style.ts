import { stylesheet } from "../layout/assets.ts";
import css from "./imports.css";

/** What the screens of imports add to the style of every screen. */
export const IMPORTS_STYLE = stylesheet(css);
