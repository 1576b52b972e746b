import { ERROR_STATUS } from "../../platform/error-status.ts";
import { type ApiErrorCode, ERROR_WORDS } from "../error-messages.ts";
import type { Block } from "./blocks.ts";

/** Errors by status, with their cause and what to do about them. */
export const errorTable = (codes: readonly ApiErrorCode[]): Block => ({
  kind: "table",
  head: ["Error", "Cause", "Cure"],
  rows: codes
    .toSorted((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other])
    .map((code) => [`${ERROR_STATUS[code]} \`${code}\``, ERROR_WORDS[code].cause, ERROR_WORDS[code].cure]),
});
