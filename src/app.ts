import { brandLogos } from "./surfaces/api/brand-logos.ts";
import { exportArchives } from "./surfaces/api/export-operations.ts";
import { mcp } from "./surfaces/api/mcp/mcp-route.ts";
import { oauthRoutes } from "./surfaces/api/mcp/oauth-routes.ts";
import { OPERATIONS } from "./surfaces/api/operations.ts";
import { qrImages } from "./surfaces/api/qr-images.ts";
import { contract, probes } from "./surfaces/api/service-routes.ts";
import { baseApp, rejectOtherMethods } from "./surfaces/http/base-app.ts";
import { associationFiles } from "./surfaces/pages/association-files.ts";
import { lists } from "./surfaces/pages/lists.ts";
import { mailPages } from "./surfaces/pages/mail-pages.ts";
import { openDependencies } from "./wiring.ts";

/** The API, the images of QR codes and the hosted lists. */
export const app = baseApp(openDependencies)
  .route("/qr", qrImages)
  .route("/brands", brandLogos)
  .route("/exports", exportArchives)
  .route("/lists", lists)
  .route("/mail", mailPages)
  .route("/.well-known", associationFiles)
  .route("/", probes)
  .route("/", contract);
for (const operation of OPERATIONS) operation.mount(app);
app.route("/", mcp);
app.route("/", oauthRoutes);
rejectOtherMethods(app);
