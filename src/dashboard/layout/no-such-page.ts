import { ServiceError } from "../../core/errors.ts";

/** The error for an address of the dashboard that leads nowhere. */
export const noSuchPage = () => new ServiceError("not_found", "There is no such page.");
