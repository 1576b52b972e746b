import { linkBody } from "../../bodies.ts";
import { custom, type Row } from "./row.ts";

const NOT_FOUND = "404 not_found";
const SCOPE = "403 insufficient_scope";
const PROJECT = "403 project_access_denied";
const patch = { status: "inactive" };

/** A key has access by its organization, projects and scopes, and rejections reveal nothing beyond. */
export const AUTHORISATION: readonly Row[] = [
  // Another organization's links respond as if they did not exist.
  ["GET /v1/links/{link}", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/definition", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/destination", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/history", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/visits", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/qr-codes", { key: "foreign" }, NOT_FOUND],
  ["GET /v1/links/{link}/qr-codes/default", { key: "foreign" }, NOT_FOUND],
  ["PATCH /v1/links/{link}", { key: "foreign", body: patch }, NOT_FOUND],
  ["PATCH /v1/links/{link}/qr-codes/default", { key: "foreign", body: { name: "Mine" } }, NOT_FOUND],
  ["POST /v1/links/{link}/qr-codes", { key: "foreign", body: {} }, NOT_FOUND],
  ["GET /v1/projects/other", { key: "foreign" }, NOT_FOUND],
  ["PATCH /v1/projects/other", { key: "foreign", body: { brand: { name: "Mine" } } }, NOT_FOUND],
  ["POST /v1/links", { key: "foreign", body: custom({ projectId: "other" }) }, PROJECT],
  ["GET /v1/visits?projectId=other", { key: "foreign" }, PROJECT],
  ["GET /v1/links?projectId=other", { key: "foreign" }, PROJECT],
  // In the own organization, but without access.
  ["GET /v1/links/{link}", { key: "narrow" }, PROJECT],
  ["GET /v1/links/{link}/history", { key: "narrow" }, PROJECT],
  ["GET /v1/links/{link}/qr-codes/default", { key: "narrow" }, PROJECT],
  ["PATCH /v1/links/{link}", { key: "narrow", body: patch }, PROJECT],
  ["POST /v1/links/{link}/qr-codes", { key: "narrow", body: {} }, PROJECT],
  ["POST /v1/links", { key: "narrow", body: custom() }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "Main" }) }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "main " }) }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "%6dain" }) }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "*" }) }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "all" }) }, PROJECT],
  ["POST /v1/links", { body: custom({ projectId: "../main" }) }, PROJECT],
  ["GET /v1/links?projectId=main", { key: "narrow" }, PROJECT],
  // Without the scope.
  ["GET /v1/links", { key: "poor" }, SCOPE],
  ["GET /v1/links/{link}", { key: "poor" }, SCOPE],
  ["GET /v1/links/none-such-link", { key: "poor" }, SCOPE],
  ["POST /v1/links", { key: "poor", body: "{" }, SCOPE],
  ["POST /v1/links", { key: "reader", body: custom() }, SCOPE],
  ["POST /v1/links/bulk", { key: "reader", body: { links: [custom()] } }, SCOPE],
  ["POST /v1/links/preview", { key: "reader", body: custom() }, SCOPE],
  ["PATCH /v1/links/{link}", { key: "reader", body: patch }, SCOPE],
  ["POST /v1/links/{link}/qr-codes", { key: "reader", body: {} }, SCOPE],
  ["PATCH /v1/projects/main", { key: "reader", body: { brand: { name: "Mine" } } }, SCOPE],
  ["POST /v1/links", { key: "no custom", body: custom() }, SCOPE],
  ["POST /v1/links/preview", { key: "no custom", body: custom() }, SCOPE],
  ["PATCH /v1/links/{link}", { key: "no custom", body: patch }, SCOPE],
  ["PATCH /v1/links/{link}/qr-codes/default", { key: "no custom", body: { name: "x" } }, SCOPE],
  ["POST /v1/links/{link}/qr-codes", { key: "no custom", body: {} }, SCOPE],
  ["POST /v1/links", { key: "no custom", body: linkBody("choice choose_retailer") }, SCOPE],
  // Fields that a body may not set about ownership.
  ["POST /v1/links", { body: custom({ organizationId: "globex" }) }, "400 validation_failed: organizationId"],
  ["POST /v1/links", { body: custom({ id: "lnk_mine" }) }, "400 validation_failed: id"],
  ["POST /v1/links", { body: custom({ shortId: "aaaaaaaa" }) }, "400 validation_failed: shortId"],
  ["POST /v1/links", { body: custom({ status: "inactive" }) }, "400 validation_failed: status"],
  ["PATCH /v1/links/{link}", { body: { projectId: "other" } }, "400 validation_failed: projectId"],
  ["PATCH /v1/links/{link}", { body: { shortId: "aaaaaaaa" } }, "400 validation_failed: shortId"],
  ["PATCH /v1/links/{link}", { body: { createdAt: "1970-01-01" } }, "400 validation_failed: createdAt"],
  [
    "POST /v1/links/{link}/qr-codes",
    { body: { encodedUrl: "https://evil.example" } },
    "400 validation_failed: encodedUrl",
  ],
];
