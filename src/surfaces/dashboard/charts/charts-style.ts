import { stylesheet } from "../layout/assets.ts";
import heatMap from "./heat-map.css";
import numbers from "./numbers.css";
import plot from "./plot.css";
import tools from "./tools.css";

/** What charts and tables of numbers add to the style of every screen. */
export const CHARTS_STYLE = stylesheet(tools, numbers, plot, heatMap);
