import * as z from "zod";
import { label } from "../core/text.ts";
import { trackingOptions } from "../retailers/parts.ts";

/**
 * UTM values that an organization saved under a name. Links contain the values themselves, so changing a template
 * changes no link; that is why templates have no activity.
 */
export const utmTemplate = z.object({
  name: label(80),
  utm: trackingOptions.shape.utm
    .unwrap()
    .refine((utm) => Object.values(utm).some((value) => value), "must have at least one value"),
});
export type UtmTemplate = z.infer<typeof utmTemplate>;

export const MAX_UTM_TEMPLATES = 100;
