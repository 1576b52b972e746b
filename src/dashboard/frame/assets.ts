import { crc32 } from "../../core/digest.ts";
import { TOKENS } from "../../pages/tokens.ts";
import choose from "../scripts/choose.client.js";
import copy from "../scripts/copy.client.js";
import drawing from "../scripts/drawing.client.js";
import keyboard from "../scripts/keyboard.client.js";
import linkForm from "../scripts/link-form.client.js";
import print from "../scripts/print.client.js";
import refresh from "../scripts/refresh.client.js";
import base from "../style/base.css";
import controls from "../style/controls.css";
import forms from "../style/forms.css";
import layout from "../style/layout.css";
import tables from "../style/tables.css";

/** A file of the dashboard. Its address has a checksum of its content, so it may be kept forever. */
export interface Asset {
  path: string;
  text: string;
  type: string;
}

/** Every file that was made, by its path. Files are made while modules are loaded, and all of them then. */
const ASSETS = new Map<string, Asset>();

function asset(text: string, extension: "css" | "js"): Asset {
  const made = {
    path: `/assets/${crc32(text).toString(36).padStart(7, "0")}.${extension}`,
    text,
    type: extension === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
  };
  ASSETS.set(made.path, made);
  return made;
}

/** A stylesheet of screens that look like no other, which they have besides `STYLESHEET`. Made at the top of a module only. */
export const stylesheet = (css: string): Asset => asset(css, "css");

/** The stylesheet of every screen. */
export const STYLESHEET = stylesheet([TOKENS, base, controls, forms, tables, layout].join(""));

/** The scripts by name. Every task can be done without them. */
export const SCRIPTS = {
  choose: asset(choose, "js"),
  copy: asset(copy, "js"),
  drawing: asset(drawing, "js"),
  keyboard: asset(keyboard, "js"),
  linkForm: asset(linkForm, "js"),
  print: asset(print, "js"),
  refresh: asset(refresh, "js"),
} as const;

/** The name of a script. */
export type ScriptName = keyof typeof SCRIPTS;

/** The answer for an address below /assets; null where there is nothing at it. */
export function assetResponse(path: string): Response | null {
  const found = ASSETS.get(path);
  if (!found) return null;
  return new Response(found.text, {
    headers: {
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
