import { ICONS } from "./assets.ts";

/** The icons in icons.svg: of kinds of links, of states and of screens. */
export type IconName =
  | "cart"
  | "product"
  | "list"
  | "recipe"
  | "page"
  | "choice"
  | "dot"
  | "check"
  | "cross"
  | "warning"
  | "clock"
  | "ended"
  | "off"
  | "home"
  | "links"
  | "visits"
  | "sales"
  | "report"
  | "settings"
  | "person"
  | "help"
  | "search";

/** An icon beside a text that says the same. It has the color of the text, also where the system forces colors. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${ICONS.path}#${name}`} />
  </svg>
);
