import { pageStore } from "../../../features/delivery-app/page-store.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";
import { databaseCommand, subcommand } from "./database-command.ts";

const USAGE = `Usage: npm run pages -- retry

  retry   Requests every page again, within a minute, that the delivery app failed to create: after you fixed its key, or
          after an outage. The cron sends the requests; a page that fails again waits as before.

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent pages)
`;

/** The command `npm run pages`. */
export const pages = databaseCommand(USAGE, {
  retry: subcommand({}, () => async (db) => {
    const retried = await pageStore(db).retryFailed(new Date());
    return { data: { retried }, text: `${retried} pages will be requested again.\n` };
  }),
});
