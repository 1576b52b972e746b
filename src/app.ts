import { brandLogos } from "./api/brand-logos.ts";
import { exportArchives } from "./api/export-operations.ts";
import { mcp } from "./api/mcp/mcp-route.ts";
import { OPERATIONS } from "./api/operations.ts";
import { qrImages } from "./api/qr-images.ts";
import { contract, probes } from "./api/service-routes.ts";
import { baseApp, rejectOtherMethods } from "./http/base-app.ts";
import { lists } from "./pages/lists.ts";
import { mailPages } from "./pages/mail-pages.ts";
import { openDependencies } from "./wiring.ts";

/** The API, the images of QR codes and the hosted lists. */
export const app = baseApp(openDependencies)
  .route("/qr", qrImages)
  .route("/brands", brandLogos)
  .route("/exports", exportArchives)
  .route("/lists", lists)
  .route("/mail", mailPages)
  .route("/", probes)
  .route("/", contract);
for (const operation of OPERATIONS) operation.mount(app);
app.route("/", mcp);
rejectOtherMethods(app);
