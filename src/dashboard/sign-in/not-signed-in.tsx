import { type Markup, pageResponse } from "../layout/answers.ts";
import { PlainPage } from "../layout/layout.tsx";
import type { Refusal } from "./identity.ts";

/** What whoever started the service locally can do, by the reason why they are not signed in. */
const LOCAL_WAYS: Readonly<Record<string, (url: URL) => Markup>> = {
  untrusted_host: ({ host, hostname, port }) => (
    <p>
      This is a local start, which signs people in at <code>localhost</code> alone, and this request named{" "}
      <code>{host}</code>. Open <code>http://localhost{port && `:${port}`}/dashboard</code>, or, if you trust
      this name, start with <code>npm start -- --trust-host {hostname}</code>.
    </p>
  ),
  no_fetch_metadata: ({ hostname }) => (
    <p>
      This is a local start, which signs in the browsers of this machine, and this request carried no{" "}
      <code>Sec-Fetch-Site</code>. Use a current browser, or start with{" "}
      <code>npm start -- --trust-host {hostname}</code>. A program adds <code>Sec-Fetch-Site: none</code>.
    </p>
  ),
};

const WITHOUT_ACCESS = (
  <>
    <p>
      People sign in to this dashboard through Cloudflare Access, and this request carried no identity that
      Access vouches for.
    </p>
    <p class="hint">
      For whoever runs this service: put an Access application before the path /dashboard, and set
      ACCESS_TEAM_DOMAIN and ACCESS_AUD. docs/sign-in.md says how.
    </p>
  </>
);

/** The answer to a request that signs nobody in, with what can be done about it. `url` is the address of the request. */
export const notSignedIn = ({ reason }: Refusal, url: URL): Promise<Response> =>
  pageResponse(
    <PlainPage title="Sign in first">{LOCAL_WAYS[reason]?.(url) ?? WITHOUT_ACCESS}</PlainPage>,
    403,
  );
