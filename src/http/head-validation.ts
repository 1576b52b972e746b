import { zValidator } from "@hono/zod-validator";
import type * as z from "zod";
import { validationFailed } from "../domain/errors.ts";
import { HEADER_NAMES, linkPath, readHeaders, retailerQuery, writeHeaders } from "../schemas/request-head.ts";
import { fieldName, problemsOf } from "./validation.ts";

/** Validators of headers, path and query. Each reports by the name that the caller sent. */

const headers = <T extends z.ZodType>(schema: T) =>
  zValidator("header", schema, (result) => {
    if (result.success) return;
    const nameOf = (path: readonly PropertyKey[]) => HEADER_NAMES[String(path[0])] ?? fieldName(path);
    throw validationFailed(problemsOf(result.error, result.data, nameOf));
  });

export const validReadHeaders = headers(readHeaders);
export const validWriteHeaders = headers(writeHeaders);

export const validLinkPath = zValidator("param", linkPath, (result) => {
  if (!result.success) throw validationFailed(problemsOf(result.error, result.data));
});

export const validRetailerQuery = zValidator("query", retailerQuery, (result) => {
  if (!result.success) throw validationFailed(problemsOf(result.error, result.data));
});
