import type { LinkDefinition } from "../definition.ts";
import type { DestinationBuilder } from "./destination.ts";

/** The caller's own URL. */
export const buildCustomUrl: DestinationBuilder<Extract<LinkDefinition, { retailer: "custom" }>> = ({
  customUrl,
}) => ({ url: new URL(customUrl).href, urlType: "custom", page: "caller", reason: "custom_url" });
