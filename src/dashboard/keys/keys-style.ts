import { stylesheet } from "../layout/assets.ts";
import css from "./keys.css";

/** What the form of a key adds to the style of every screen. */
export const KEYS_STYLE = stylesheet(css);
