import type { Origins } from "../../core/origins.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { INCLUDE_NOTHING } from "../include.ts";
import { presentQrCode } from "../presenters.ts";
import { CHANGED_AT, codeOf, LINK_PATH } from "./links.ts";

/** The body that creates a further code of the examples' link. */
export const POSTER_BODY = {
  identifier: "window-poster",
  name: "Window poster",
  metadata: { size: "A2" },
} as const;

/** The path of that code. */
export const POSTER_PATH = { ...LINK_PATH, identifier: POSTER_BODY.identifier };

/** That code with these changes, as answers show it. */
export const examplePoster = (origins: Origins, changes: Partial<QrCode> = {}): object =>
  presentQrCode(
    codeOf(origins, { ...POSTER_BODY, isDefault: false, createdAt: CHANGED_AT, ...changes }),
    origins,
    INCLUDE_NOTHING,
  );
