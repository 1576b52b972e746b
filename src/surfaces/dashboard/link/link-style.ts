import { stylesheet } from "../layout/assets.ts";
import css from "./link.css";

/** What the screens of one link add to the style of every screen. */
export const LINK_STYLE = stylesheet(css);
