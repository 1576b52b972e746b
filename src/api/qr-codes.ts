import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { requireScope } from "../access/permissions.ts";
import { createQrCode } from "../qr-codes/create-qr-code.ts";
import { requireLink } from "../links/get-link.ts";
import { idempotencyRequest } from "../idempotency/claim.ts";
import { retailerScope } from "../core/vocabulary.ts";
import { authenticate } from "./authentication.ts";
import type { AppEnv } from "./context.ts";
import { readJsonObject } from "./json-body.ts";
import { createdAnswer, presentQrCode } from "./presenters.ts";
import { orProblemsOf } from "./head-validation.ts";
import { parse } from "../core/validation.ts";
import { writeResponse } from "./write-response.ts";
import { qrCodeRequest } from "../qr-codes/qr-code-request.ts";
import { createQrCodeHead } from "./request-head.ts";

export const qrCodes = new Hono<AppEnv>().post(
  "/:linkId/qr-codes",
  authenticate("qr-codes:write"),
  zValidator("header", createQrCodeHead.shape.header, orProblemsOf(createQrCodeHead)),
  zValidator("param", createQrCodeHead.shape.param, orProblemsOf(createQrCodeHead)),
  async (c) => {
    const { apiKey, stores, origins, now } = c.var;
    const body = await readJsonObject(c.req.raw);
    const request = parse(qrCodeRequest, body);
    const link = requireLink(apiKey, await stores.links.find(c.req.valid("param").linkId));
    requireScope(apiKey, retailerScope(link.request.retailer));
    const idempotencyKey = c.req.valid("header")["idempotency-key"];
    const path = `/v1/links/${link.id}/qr-codes`;
    const idempotency = idempotencyKey
      ? await idempotencyRequest(apiKey.organizationId, "POST", path, idempotencyKey, body)
      : null;
    const result = await createQrCode(
      { link, request, idempotency },
      { stores, origins, now, present: (qrCode) => createdAnswer(presentQrCode(qrCode, origins), null) },
    );
    return writeResponse(result);
  },
);
