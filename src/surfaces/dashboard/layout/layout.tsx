import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { FACE_PATH } from "../../../ground/core/page-face.ts";
import { zoneOf } from "../../../ground/core/zone.ts";
import { type Asset, ICON, MANIFEST, SCRIPTS, type ScriptName, STYLESHEET, TOUCH_ICON } from "./assets.ts";
import { CommandMenu } from "./command-menu.tsx";
import type { Workspace } from "./context.ts";
import { Help } from "./help.tsx";
import { Icon } from "./icon.tsx";
import { DEFAULT_LOCALE, useLocale, WithLocale } from "./locale.tsx";
import {
  ACTIVITY,
  entriesFor,
  isSetting,
  NAVIGATION,
  type ScreenName,
  SETTINGS,
  VIEWS,
} from "./navigation.ts";
import { ProjectMenu } from "./project-menu.tsx";

/** Properties of every page. */
export interface PageProps {
  title: string;
  scripts?: readonly ScriptName[];
  styles?: readonly Pick<Asset, "path">[];
  installable?: boolean;
  children: Child;
}

/** A whole document. */
export const Document = ({
  title,
  scripts = [],
  styles = [],
  installable,
  children,
}: PageProps) => html`<!doctype html>
${(
  <html lang={useLocale().language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="icon" href={ICON.path} />
      {installable && (
        <>
          {/* With cookies, because the path may be protected by the sign-in. */}
          <link rel="manifest" href={MANIFEST.path} crossorigin="use-credentials" />
          <link rel="apple-touch-icon" href={TOUCH_ICON.path} />
        </>
      )}
      <link rel="preload" as="font" type="font/woff2" href={FACE_PATH} crossorigin="anonymous" />
      {[STYLESHEET, ...styles].map(({ path }) => (
        <link rel="stylesheet" href={path} />
      ))}
      {scripts.map((name) => (
        <script type="module" src={SCRIPTS[name].path} />
      ))}
    </head>
    <body>{children}</body>
  </html>
)}`;

/** A page without navigation, for an unknown organization and for errors. */
export const PlainPage = ({ title, scripts = [], styles = [], children }: PageProps) => (
  <Document title={`${title} · shoppable-links`} scripts={scripts} styles={styles}>
    <main class="plain-page" id="content">
      <h1>{title}</h1>
      {children}
    </main>
  </Document>
);

/** A screen of an organization: navigation, heading, actions and content. */
export const Screen = ({
  workspace,
  tab,
  title,
  heading = title,
  actions,
  scripts = [],
  styles = [],
  children,
}: PageProps & {
  workspace: Workspace;
  /** The entry of the navigation that is marked as current. */
  tab: ScreenName | null;
  /** The heading if it differs from the title, such as a name with its own text direction. */
  heading?: Child;
  actions?: Child;
}) => (
  <WithLocale locale={{ ...DEFAULT_LOCALE, zone: zoneOf(workspace.timeZone ?? "UTC") }}>
    <Document
      title={`${title} · ${workspace.organizationId} · shoppable-links`}
      scripts={["keyboard", "loading", ...scripts]}
      styles={styles}
      installable
    >
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header workspace={workspace} tab={tab} />
      <main id="content">
        <SettingsTabs workspace={workspace} tab={tab} />
        <div class="page-head">
          <h1>{heading}</h1>
          {actions}
        </div>
        {children}
      </main>
      {/* After the page, so that its own command for the same key comes first. */}
      {hasScope(workspace.actor, CREATE_LINK_SCOPE) && (
        <a
          hidden
          href={`${workspace.base}/links/new${workspace.projectQuery}`}
          data-command="Create a link"
          data-key="c"
        >
          Create a link
        </a>
      )}
      <CommandMenu find={`${workspace.base}/find`} />
    </Document>
  </WithLocale>
);

/** On the left on a desktop. On a phone one line at the top, and the navigation at the bottom. */
const Header = ({ workspace, tab }: { workspace: Workspace; tab: ScreenName | null }) => (
  <header class="bar">
    <a class="brand" href={workspace.base + workspace.projectQuery}>
      shoppable<span>links</span>
    </a>
    <ProjectMenu workspace={workspace} tab={tab} />
    <button type="button" class="button plain" id="command-open" hidden>
      <Icon name="search" />
      <span>Search</span> <kbd>Ctrl K</kbd>
    </button>
    <nav aria-label="Screens">
      <ul>
        {entriesFor(NAVIGATION, workspace.actor).map(({ name, path, icon }) => (
          <li>
            <a
              href={`${workspace.base}${path}${VIEWS.some((view) => view.name === name) ? workspace.projectQuery : ""}`}
              aria-current={currentOf(name, tab)}
              data-command={`Go to ${name}`}
            >
              <Icon name={icon} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <Help tab={tab} />
    <Account workspace={workspace} tab={tab} />
  </header>
);

/** The settings are current on each of their tabs. */
const currentOf = (name: string, tab: ScreenName | null) => {
  if (name === tab) return "page";
  return name === "Settings" && isSetting(tab) ? "true" : undefined;
};

const Account = ({ workspace, tab }: { workspace: Workspace; tab: ScreenName | null }) => (
  <details class="drop account">
    <summary>
      <Icon name="person" />
      <span>
        <bdi>
          <strong>{workspace.organizationId}</strong>
        </bdi>
        <small>
          <bdi>{workspace.email}</bdi>
        </small>
      </span>
    </summary>
    <div class="panel">
      <p>
        <bdi>{workspace.email}</bdi>
        <br />
        {workspace.actor.role}
      </p>
      <a
        href={`${workspace.base}${ACTIVITY.path}`}
        aria-current={tab === ACTIVITY.name ? "page" : undefined}
        data-command={`Go to ${ACTIVITY.name}`}
      >
        {ACTIVITY.name}
      </a>
      {workspace.hasOthers && <a href="/dashboard/organizations">Switch organization</a>}
      {workspace.signedInBy === "session" && (
        <>
          <a href="/dashboard/account" data-command="Go to your sign-in">
            Your sign-in
          </a>
          <form method="post" action="/dashboard/sign-out">
            <button type="submit">Sign out</button>
          </form>
        </>
      )}
      {workspace.signedInBy === "cloudflare-access" && <a href="/cdn-cgi/access/logout">Sign out</a>}
    </div>
  </details>
);

/** The tabs of the settings, on each of their screens. */
const SettingsTabs = ({ workspace, tab }: { workspace: Workspace; tab: ScreenName | null }) =>
  isSetting(tab) && (
    <nav class="tabs" aria-label="Settings">
      {entriesFor(SETTINGS, workspace.actor).map(({ name, path }) => (
        <a href={`${workspace.base}${path}`} aria-current={name === tab ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
