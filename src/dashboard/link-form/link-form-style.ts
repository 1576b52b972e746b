import { stylesheet } from "../frame/assets.ts";
import css from "./link-form.css";

/** What the form of a link adds to the style of every screen. */
export const LINK_FORM_STYLE = stylesheet(css);
