import { stylesheet } from "../layout/assets.ts";
import form from "./link-form.css";
import offers from "./offers.css";
import start from "./start.css";

/** What the form of a link adds to the style of every screen, the form of a choice to it, and the page before it. */
export const LINK_FORM_STYLE = stylesheet(form);
export const OFFERS_STYLE = stylesheet(offers);
export const START_STYLE = stylesheet(start);
