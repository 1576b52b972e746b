import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { requireNamedProject, requireScope } from "../access/permissions.ts";
import { createLink } from "../links/create-link.ts";
import { getLink } from "../links/get-link.ts";
import { idempotencyRequest } from "../idempotency/claim.ts";
import { linkApiUrl } from "../core/origins.ts";
import { retailerScope } from "../core/vocabulary.ts";
import { authenticate } from "./authentication.ts";
import type { AppEnv } from "./context.ts";
import { readJsonObject } from "./json-body.ts";
import { parseLinkBody } from "../retailers/parse-definition.ts";
import { createdAnswer, presentCreatedLink, presentLink } from "./presenters.ts";
import { orProblemsOf } from "./head-validation.ts";
import { destinationSettings } from "./settings.ts";
import { writeResponse } from "./write-response.ts";
import { firstLook } from "../availability/creation-look-up.ts";
import { askForPage } from "../delivery-app/page-follower.ts";
import { lookUpStores } from "../delivery-app/shop-follower.ts";
import { createLinkHead, readLinkHead } from "./request-head.ts";

export const links = new Hono<AppEnv>()
  .post(
    "/",
    authenticate("links:write"),
    zValidator("header", createLinkHead.shape.header, orProblemsOf(createLinkHead)),
    async (c) => {
      const { apiKey, stores, origins, now } = c.var;
      const body = await readJsonObject(c.req.raw);
      const { variant, request } = parseLinkBody(body);
      requireScope(apiKey, retailerScope(variant.retailer));
      await requireNamedProject(apiKey, request.projectId, stores.projects);
      const idempotencyKey = c.req.valid("header")["idempotency-key"];
      const { organizationId } = apiKey;
      const idempotency = idempotencyKey
        ? await idempotencyRequest(organizationId, "POST", "/v1/links", idempotencyKey, body)
        : null;
      const settings = destinationSettings(c.env);
      const look = firstLook(request, stores.redirects, c.env, settings);
      const result = await createLink(
        { organizationId, variant, request, idempotency },
        {
          stores,
          origins,
          settings,
          now,
          verdictInTime: look?.verdictInTime,
          present: (link, qrCode) =>
            createdAnswer(presentCreatedLink(link, qrCode, origins), linkApiUrl(origins, link.id)),
          committed(link) {
            c.executionCtx.waitUntil(askForPage(link, stores, c.env));
            c.executionCtx.waitUntil(lookUpStores(link, stores));
            if (look) c.executionCtx.waitUntil(look.finish(link));
          },
        },
      );
      return writeResponse(result);
    },
  )
  .get(
    "/:linkId",
    authenticate("links:read"),
    zValidator("header", readLinkHead.shape.header, orProblemsOf(readLinkHead)),
    zValidator("param", readLinkHead.shape.param, orProblemsOf(readLinkHead)),
    async (c) => {
      const { apiKey, stores, origins } = c.var;
      const { link, qrCode } = await getLink(apiKey, c.req.valid("param").linkId, stores.links);
      return c.json({ data: presentLink(link, qrCode, origins) });
    },
  );
