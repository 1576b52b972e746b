import { stylesheet } from "../layout/assets.ts";
import css from "./projects.css";

/** The style of projects and their brands. */
export const PROJECTS_STYLE = stylesheet(css);
