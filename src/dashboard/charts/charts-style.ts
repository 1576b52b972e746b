import { stylesheet } from "../frame/assets.ts";
import css from "./charts.css";

/** What charts and tables of numbers add to the style of every screen. */
export const CHARTS_STYLE = stylesheet(css);
