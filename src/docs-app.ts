import { docs } from "./api/docs/docs-routes.tsx";
import { errorResponse } from "./api/errors.ts";
import { answerNotFound, refuseOtherMethods, surface } from "./surface.ts";

/** The documents of the API, loaded at the first request. */
export const docsApp = surface().route("/", docs);
refuseOtherMethods(docsApp);

docsApp.notFound(answerNotFound);
docsApp.onError((error, c) => errorResponse(error, c.var.correlationId));
