import { FACE_PATH } from "../../../ground/core/page-face.ts";
import { InlineText } from "./block-views.tsx";
import type { Chapter } from "./blocks.ts";
import { DETAILS, TYPES } from "./chapters.ts";
import type { Found } from "./docs-search.ts";
import { ChapterView, Method } from "./section-views.tsx";

/** What the page shows besides the documentation. */
export interface PageState {
  search: { text: string; found: readonly Found[] } | null;
  /** The scopes of a key, if the reader came from its page in the dashboard. */
  scopes: readonly string[] | null;
  /** The URLs of the style sheet and the script. */
  style: string;
  script: string;
  service: string;
  version: string;
  /** The chapters of this page; the contents list all. */
  shown: readonly Chapter[];
}

export const DETAILS_PATH = "/docs/guides";
const PATHS: Readonly<Record<string, string>> = { [DETAILS]: DETAILS_PATH, [TYPES]: "/docs/types" };

/** The page of a chapter: those of types and of guides in detail would make the page of all others half as heavy again. */
export const pathOf = ({ title }: Chapter): string => PATHS[title] ?? "/docs";

/** The whole page. Its script is optional: it inserts the key into samples, copies them and sends them. */
export const DocsPage = ({ chapters, state }: { chapters: readonly Chapter[]; state: PageState }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${state.service}: API documentation`}</title>
      <meta
        name="description"
        content="Short links and QR codes for carts, products, lists and recipes: guides, every operation, and samples."
      />
      <link rel="icon" href="data:," />
      <link rel="alternate" type="text/markdown" href="/docs.md" />
      <link rel="preload" as="font" type="font/woff2" href={FACE_PATH} crossorigin="anonymous" />
      <link rel="stylesheet" href={state.style} />
      <script type="module" src={state.script} />
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header state={state} />
      <div class="columns">
        <Contents chapters={chapters} />
        <main id="content">
          {state.search && <Results {...state.search} />}
          {state.scopes && <KeyNote scopes={state.scopes} />}
          {state.shown.some(({ title }) => title === "Guides") && <Introduction />}
          {state.shown.map((chapter) => (
            <ChapterView chapter={chapter} scopes={state.scopes} />
          ))}
          <footer>
            <p>
              {state.service} {state.version}. For tools: <a href="/openapi.json">openapi.json</a>. As
              Markdown: <a href="/docs.md">docs.md</a>, <a href="/llms.txt">llms.txt</a>.
            </p>
          </footer>
        </main>
      </div>
    </body>
  </html>
);

const LANGUAGES = [
  ["sh", "curl"],
  ["ts", "TypeScript"],
  ["python", "Python"],
  ["every", "All three"],
] as const;

const Header = ({ state }: { state: PageState }) => (
  <header>
    <a class="brand" href="/docs">
      {state.service} <span>API {state.version}</span>
    </a>
    <search>
      <form action="/docs">
        <label class="hidden" for="q">
          Search the documentation
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder="Search"
          maxlength={100}
          value={state.search?.text ?? ""}
          autocomplete="off"
        />
      </form>
    </search>
    <fieldset class="languages">
      <legend class="hidden">Language of the samples</legend>
      {LANGUAGES.map(([id, name], index) => (
        <label>
          <input type="radio" name="language" id={`language-${id}`} value={id} checked={index === 0} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  </header>
);

const Contents = ({ chapters }: { chapters: readonly Chapter[] }) => (
  <nav aria-label="Contents">
    <input type="checkbox" id="contents" class="hidden" />
    <label for="contents">Contents</label>
    <div class="contents">
      {chapters.map(({ title, sections }) => (
        <details class="chapter" open={title !== TYPES}>
          <summary>{title}</summary>
          <ul>
            {sections.map(({ id, title: words, operation }) => (
              <li>
                <a href={`#${id}`}>
                  {operation && <Method method={operation.method} />}
                  <span>{words}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  </nav>
);

const Introduction = () => (
  <section class="introduction">
    <h1>Short links and QR codes for retail</h1>
    <p class="lead">
      Create links to a retailer's cart, a product page, a shopping list, a recipe or any other URL. Print
      their QR codes, change their destinations, and count visits.
    </p>
    <p>
      Send JSON over HTTPS with an API key in <code>X-Service-API-Key</code>. Start with{" "}
      <a href="#first-link">a first link</a>; the samples are for curl, TypeScript and Python.
    </p>
  </section>
);

const Results = ({ text, found }: { text: string; found: readonly Found[] }) => (
  <section class="results" aria-label="Results">
    <h2>
      {found.length === 0 ? "No results for" : "Results for"} “{text}”
    </h2>
    {found.length === 0 && (
      <p>
        Try fewer or different words, or browse <a href="/docs">all documentation</a>.
      </p>
    )}
    <ul>
      {found.map(({ section, chapter }) => (
        <li>
          <a href={`#${section.id}`}>{section.title}</a> <span class="quiet">in {chapter}</span>
          <br />
          <InlineText text={section.summary} />
        </li>
      ))}
    </ul>
    <p>
      <a href="/docs">All documentation</a>
    </p>
  </section>
);

const KeyNote = ({ scopes }: { scopes: readonly string[] }) => (
  <p class="note">
    Your key has the scopes{" "}
    {scopes.map((scope) => (
      <>
        <code>{scope}</code>{" "}
      </>
    ))}
    . Operations that require another scope are marked. <a href="/docs">Remove the marks</a>
  </p>
);
