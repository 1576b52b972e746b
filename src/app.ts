import { brandLogos } from "./api/brand-logos.ts";
import { errorResponse } from "./api/errors.ts";
import { health } from "./api/health.ts";
import { mcp } from "./api/mcp/mcp-route.ts";
import { openapi } from "./api/openapi/openapi-route.ts";
import { OPERATIONS } from "./api/operations.ts";
import { qrImages } from "./api/qr-images.ts";
import { lists } from "./pages/lists.ts";
import { answerNotFound, refuseOtherMethods, surface } from "./surface.ts";

/** The API, images of QR codes and hosted lists. */
export const app = surface()
  .route("/qr", qrImages)
  .route("/brands", brandLogos)
  .route("/lists", lists)
  .route("/", health)
  .route("/", openapi);
for (const operation of OPERATIONS) operation.mount(app);
app.route("/", mcp);
refuseOtherMethods(app);

app.notFound(answerNotFound);
app.onError((error, c) => errorResponse(error, c.var.correlationId));
