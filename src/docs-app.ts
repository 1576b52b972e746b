import { docs } from "./surfaces/api/docs/docs-routes.tsx";
import { baseApp, rejectOtherMethods } from "./surfaces/http/base-app.ts";
import { openDependencies } from "./wiring.ts";

/** The documentation of the API, loaded when somebody reads it. */
export const docsApp = baseApp(openDependencies).route("/", docs);
rejectOtherMethods(docsApp);
