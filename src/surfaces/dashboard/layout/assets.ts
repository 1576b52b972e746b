import { crc32 } from "../../../ground/core/digest.ts";
import { PAGE_COLORS } from "../../../ground/core/page-colors.ts";
import { FACE_PATH, PAGE_FACE } from "../../../ground/core/page-face.ts";
import apply from "../scripts/apply.client.js";
import chart from "../scripts/chart.client.js";
import choose from "../scripts/choose.client.js";
import copy from "../scripts/copy.client.js";
import drawing from "../scripts/drawing.client.js";
import follow from "../scripts/follow.client.js";
import keyboard from "../scripts/keyboard.client.js";
import linkForm from "../scripts/link-form.client.js";
import live from "../scripts/live.client.js";
import loading from "../scripts/loading.client.js";
import logo from "../scripts/logo.client.js";
import offers from "../scripts/offers.client.js";
import passkey from "../scripts/passkey.client.js";
import paste from "../scripts/paste.client.js";
import preview from "../scripts/preview.client.js";
import reach from "../scripts/reach.client.js";
import refresh from "../scripts/refresh.client.js";
import showCode from "../scripts/show-code.client.js";
import tabs from "../scripts/tabs.client.js";
import base from "../style/base.css";
import controls from "../style/controls.css";
import forms from "../style/forms.css";
import header from "../style/header.css";
import layout from "../style/layout.css";
import menus from "../style/menus.css";
import projectMenu from "../style/project-menu.css";
import tables from "../style/tables.css";
import tokens from "../style/tokens.css";
import icon from "./icon.svg";
import icon192 from "./icon-192.png";
import icon512 from "./icon-512.png";
import icons from "./icons.svg";

/** A file of the dashboard. Its path has a checksum of its content, so it can be cached forever. */
export interface Asset {
  path: string;
  content: string | Uint8Array<ArrayBuffer>;
  type: string;
}

/** All files by path. They are created while modules are loaded. */
const ASSETS = new Map<string, Asset>();

/** The media types by file extension. */
const TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  webmanifest: "application/manifest+json",
} as const;

function asset(content: string | Uint8Array<ArrayBuffer>, extension: keyof typeof TYPES): Asset {
  const made = {
    path: `/assets/${crc32(content).toString(36).padStart(7, "0")}.${extension}`,
    content,
    type: TYPES[extension],
  };
  ASSETS.set(made.path, made);
  return made;
}

/** A stylesheet for some screens, in addition to `STYLESHEET`. Call it at the top of a module only. */
export const stylesheet = (...css: readonly string[]): Asset => asset(css.join(""), "css");

/** The stylesheet of every screen. */
export const STYLESHEET = stylesheet(
  PAGE_COLORS,
  PAGE_FACE,
  tokens,
  base,
  controls,
  menus,
  forms,
  tables,
  layout,
  header,
  projectMenu,
);

/** The favicon. */
export const ICON = asset(icon, "svg");

/** The icons of kinds and states, one symbol each. */
export const ICONS = asset(icons, "svg");

const png = (content: Uint8Array<ArrayBuffer>, size: number, purpose: "any" | "maskable") => ({
  src: asset(content, "png").path,
  sizes: `${size}x${size}`,
  type: TYPES.png,
  purpose,
});

/** The web app manifest. There is no service worker, so that numbers are never stale. */
export const MANIFEST = asset(
  JSON.stringify({
    name: "Shoppable Links",
    short_name: "Links",
    id: "/dashboard",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#f6f5f1",
    theme_color: "#0b6b3a",
    icons: [
      { src: ICON.path, sizes: "any", type: TYPES.svg, purpose: "any" },
      png(icon192, 192, "any"),
      png(icon512, 512, "any"),
      png(icon512, 512, "maskable"),
    ],
    shortcuts: [
      { name: "Links", url: "/dashboard/links" },
      { name: "Create a link", url: "/dashboard/links/new" },
    ],
  }),
  "webmanifest",
);

/** The icon on the home screen of phones that ignore the manifest. */
export const TOUCH_ICON = asset(icon192, "png");

/** The scripts by name. Every task works without them. */
export const SCRIPTS = {
  apply: asset(apply, "js"),
  chart: asset(chart, "js"),
  choose: asset(choose, "js"),
  copy: asset(copy, "js"),
  drawing: asset(drawing, "js"),
  follow: asset(follow, "js"),
  keyboard: asset(keyboard, "js"),
  linkForm: asset(linkForm, "js"),
  live: asset(live, "js"),
  loading: asset(loading, "js"),
  logo: asset(logo, "js"),
  offers: asset(offers, "js"),
  passkey: asset(passkey, "js"),
  paste: asset(paste, "js"),
  preview: asset(preview, "js"),
  reach: asset(reach, "js"),
  refresh: asset(refresh, "js"),
  showCode: asset(showCode, "js"),
  tabs: asset(tabs, "js"),
} as const;

/** The name of a script. */
export type ScriptName = keyof typeof SCRIPTS;

/** The face, which is loaded on demand. */
const face = async (): Promise<Asset> => ({
  path: FACE_PATH,
  content: (await import("./face.ts")).FACE,
  type: TYPES.woff2,
});

/** The file at a path below /assets; null if there is none. */
export async function assetResponse(path: string): Promise<Response | null> {
  const found = path === FACE_PATH ? await face() : ASSETS.get(path);
  if (!found) return null;
  return new Response(found.content, {
    headers: {
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
