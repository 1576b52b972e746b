import { stylesheet } from "../layout/assets.ts";
import form from "./link-form.css";
import offers from "./offers.css";
import start from "./start.css";

/** What the form of a link adds to the style of every screen. */
export const LINK_FORM_STYLE = stylesheet(start, form, offers);
