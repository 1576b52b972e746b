import type { DestinationBuilder } from "./destination.ts";

/** The caller's own URL. */
export const buildCustomUrl: DestinationBuilder = (request) => {
  if (request.customUrl === undefined) throw new TypeError("the variant requires customUrl");
  return { url: new URL(request.customUrl).href, urlType: "custom", page: "caller" };
};
