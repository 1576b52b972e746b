import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { hasScope } from "../../access/actor.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import { type Asset, SCRIPTS, type ScriptName, STYLESHEET } from "./assets.ts";
import type { Place } from "./context.ts";
import { navigationFor, type ScreenName } from "./navigation.ts";

/** What every page of the dashboard has. */
export interface PageProps {
  title: string;
  scripts?: readonly ScriptName[];
  styles?: readonly Asset[];
  children: Child;
}

/** A whole document. */
export const Document = ({ title, scripts = [], styles = [], children }: PageProps) => html`<!doctype html>
${(
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
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

/** A page without navigation: for a person whose organization is not known, and for errors. */
export const PlainPage = ({ title, children }: PageProps) => (
  <Document title={`${title} · shoppable-links`}>
    <main class="plain-page" id="content">
      <h1>{title}</h1>
      {children}
    </main>
  </Document>
);

/** A screen of an organization: navigation, heading, actions and content. */
export const Screen = ({
  place,
  here,
  title,
  heading = title,
  actions,
  scripts = [],
  styles = [],
  children,
}: PageProps & {
  place: Place;
  /** The entry of the navigation that the screen belongs to. */
  here: ScreenName | null;
  /** The heading where it is not the title, as with a caller's name that has its own direction. */
  heading?: Child;
  actions?: Child;
}) => (
  <Document
    title={`${title} · ${place.organizationId} · shoppable-links`}
    scripts={["keyboard", ...scripts]}
    styles={styles}
  >
    <a class="skip" href="#content">
      Skip to content
    </a>
    <Header place={place} here={here} />
    <main id="content">
      <div class="page-head">
        <h1>{heading}</h1>
        {actions}
      </div>
      {children}
    </main>
    {/* Behind the page, so that a page's own command for the same key comes first. */}
    {hasScope(place.actor, CREATE_LINK_SCOPE) && (
      <a hidden href={`${place.base}/links/new`} data-command="Create a link" data-key="c">
        Create a link
      </a>
    )}
    <CommandMenu />
  </Document>
);

const Header = ({ place, here }: { place: Place; here: ScreenName | null }) => (
  <header class="bar">
    <a class="brand" href={place.base}>
      shoppable<span>links</span>
    </a>
    <details class="menu">
      <summary>Menu</summary>
      <Navigation place={place} here={here} />
    </details>
    <Navigation place={place} here={here} />
    <button type="button" class="button plain" id="command-open" hidden>
      Commands <kbd>Ctrl K</kbd>
    </button>
    <div class="who">
      <p class="organization">
        <bdi>{place.organizationId}</bdi>
      </p>
      <p>
        <bdi>{place.email}</bdi>
        <span class="role"> · {place.actor.role}</span>
      </p>
      <p>
        {place.hasOthers && <a href="/dashboard/organizations">Switch organization</a>}
        <a href="/cdn-cgi/access/logout">Sign out</a>
      </p>
    </div>
  </header>
);

const Navigation = ({ place, here }: { place: Place; here: ScreenName | null }) => (
  <nav aria-label="Screens">
    <ul>
      {navigationFor(place.actor).map(({ name, path, group }, index, all) => (
        <li class={group !== all[index - 1]?.group ? "first-of-group" : undefined}>
          <a
            href={`${place.base}${path}`}
            aria-current={name === here ? "page" : undefined}
            data-command={`Go to ${name}`}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** The command menu and the list of keys, which the script opens. */
const CommandMenu = () => (
  <dialog id="command-menu" aria-label="Commands">
    <input id="command-search" type="search" aria-label="Find a command" placeholder="Find a command" />
    <ul id="command-list" />
    <p class="hint">
      <kbd>/</kbd> search <kbd>c</kbd> create <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open{" "}
      <kbd>?</kbd> this menu
    </p>
  </dialog>
);
