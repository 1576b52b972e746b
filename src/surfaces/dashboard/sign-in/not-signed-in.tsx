import { type Markup, pageResponse } from "../layout/answers.ts";
import { PlainPage } from "../layout/layout.tsx";
import type { Refusal } from "./identity.ts";

/** What a developer can do on a local service, by the reason of the refusal. */
const LOCAL_HELP: Readonly<Record<string, (url: URL) => Markup>> = {
  untrusted_host: ({ host, hostname, port }) => (
    <p>
      This local service signs people in at <code>localhost</code> only. This request was for{" "}
      <code>{host}</code>. Open <code>http://localhost{port && `:${port}`}/dashboard</code>. If you trust this
      name, start with <code>npm start -- --trust-host {hostname}</code>.
    </p>
  ),
  no_fetch_metadata: ({ hostname }) => (
    <p>
      This local service signs in browsers of this machine only. This request had no{" "}
      <code>Sec-Fetch-Site</code> header. Use a current browser, or start with{" "}
      <code>npm start -- --trust-host {hostname}</code>. A program can add <code>Sec-Fetch-Site: none</code>.
    </p>
  ),
};

const WITHOUT_ACCESS = (
  <>
    <p>This dashboard needs a sign-in with Cloudflare Access. This request was not signed in.</p>
    <p class="hint">
      For the operator: protect /dashboard with an Access application, and set ACCESS_TEAM_DOMAIN and
      ACCESS_AUD. See docs/sign-in.md.
    </p>
  </>
);

/** The response to a request without a sign-in, with help. `url` is that of the request. */
export const notSignedIn = ({ reason }: Refusal, url: URL): Promise<Response> =>
  pageResponse(
    <PlainPage title="Sign in first">{LOCAL_HELP[reason]?.(url) ?? WITHOUT_ACCESS}</PlainPage>,
    403,
  );
