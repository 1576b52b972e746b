import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { requireScope } from "../domain/access.ts";
import { createQrCode } from "../domain/create-qr-code.ts";
import { requireLink } from "../domain/get-link.ts";
import { idempotencyRequest } from "../domain/idempotency.ts";
import { retailerScope } from "../domain/vocabulary.ts";
import { authenticate } from "../http/authentication.ts";
import type { AppEnv } from "../http/context.ts";
import { readJsonObject } from "../http/json-body.ts";
import { createdAnswer, presentQrCode } from "../http/presenters.ts";
import { orProblemsOf } from "../http/request-head.ts";
import { parse } from "../http/validation.ts";
import { writeResponse } from "../http/write-response.ts";
import { qrCodeRequest } from "../schemas/qr-code-request.ts";
import { createQrCodeHead } from "../schemas/request-head.ts";

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
