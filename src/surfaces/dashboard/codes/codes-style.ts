import { stylesheet } from "../layout/assets.ts";
import css from "./codes.css";

/** What codes and print sheets add to the style of every screen. */
export const CODES_STYLE = stylesheet(css);
