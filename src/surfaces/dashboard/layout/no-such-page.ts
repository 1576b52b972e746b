import { ServiceError } from "../../../ground/core/errors.ts";

/** The error for an unknown path. */
export const noSuchPage = () => new ServiceError("not_found", "This page doesn't exist.");
