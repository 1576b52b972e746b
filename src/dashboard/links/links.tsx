import { Hono } from "hono";
import { requireScope } from "../../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../links/change-link.ts";
import { listLinks } from "../../links/list-links.ts";
import { chosenLinks, summarizeLinks } from "../../links/summarize-links.ts";
import { getLinkPeople } from "../../visits/get-link-people.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { NO_PROBLEMS, submit } from "../frame/forms.ts";
import { openProjects } from "../frame/open-projects.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { bulkActionIn, changeChosen, doneIn } from "./bulk.ts";
import { TAG_FIELD } from "./bulk-bar.tsx";
import { csvAnswer } from "./export.ts";
import { type BulkState, LinkListPage } from "./list-page.tsx";
import { listQuery } from "./list-query.ts";
import { failuresIn, ResultPage } from "./result-page.tsx";
import { SwitchOffLinksPage } from "./switch-off-page.tsx";

const NOTHING_CHOSEN: BulkState = { chosen: [], tag: "", problems: NO_PROBLEMS };

/** The list of links, by the query of its address, and what is done to several of them, below /links. */
export const links = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const search = new URL(c.req.url).searchParams;
    const status = listQuery(search).filters ? 200 : 400;
    return pageAnswer(await listMarkup(c, search, NOTHING_CHOSEN), status);
  })
  .post("/bulk", (c) => {
    const path = `${c.var.place.base}/links`;
    return submit(
      c,
      ["link", TAG_FIELD],
      async (values) => {
        const action = bulkActionIn(values);
        if (action !== "switch_off" && action !== "export") return changeChosen(c, values, action);
        const chosen = chosenLinks(values.all("link")).map((id): [string, string] => ["link", id]);
        const list: [string, string][] = [["list", values.text("list")]];
        return action === "export"
          ? seeOther(`${path}/export?${new URLSearchParams(chosen)}`)
          : seeOther(`${path}/switch-off?${new URLSearchParams([...list, ...chosen])}`);
      },
      (values, problems) =>
        listMarkup(c, new URLSearchParams(values.text("list")), {
          chosen: values.all("link"),
          tag: values.text(TAG_FIELD),
          problems,
        }),
    );
  })
  .get("/switch-off", async (c) => {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CHANGE_LINK_SCOPE);
    const input = { linkIds: c.req.queries("link") ?? [] };
    const chosen = await summarizeLinks(place.actor, input, dependencies);
    const list = c.req.query("list") ?? "";
    return pageAnswer(<SwitchOffLinksPage place={place} links={chosen} list={list} problems={NO_PROBLEMS} />);
  })
  .post("/switch-off", (c) =>
    submit(
      c,
      [],
      (values) => changeChosen(c, values, "switch_off"),
      async (values, problems) => {
        const { place, dependencies } = c.var;
        const chosen = await summarizeLinks(place.actor, { linkIds: values.all("link") }, dependencies);
        const list = values.text("list");
        return <SwitchOffLinksPage place={place} links={chosen} list={list} problems={problems} />;
      },
    ),
  )
  .get("/result", async (c) => {
    const { place, dependencies } = c.var;
    const search = new URL(c.req.url).searchParams;
    const failures = failuresIn(search);
    const linkIds = failures.map(({ linkId }) => linkId);
    const failed = await summarizeLinks(place.actor, { linkIds }, dependencies);
    return pageAnswer(<ResultPage place={place} search={search} failures={failures} links={failed} />);
  })
  .get("/export", async (c) => {
    const { place, dependencies, origins } = c.var;
    const input = { linkIds: c.req.queries("link") ?? [] };
    return csvAnswer(await summarizeLinks(place.actor, input, dependencies), origins);
  });

async function listMarkup(c: DashboardContext, search: URLSearchParams, state: BulkState) {
  const { place, dependencies, origins } = c.var;
  const query = listQuery(search);
  const { q: text, ...filters } = query.filters ?? {};
  const input = { ...filters, text, order: query.order, cursor: query.cursor, limit: PAGE_SIZE };
  const [page, projects] = await Promise.all([
    query.filters
      ? listLinks(place.actor, input, dependencies)
      : { links: [], nextCursor: null, order: "created" as const },
    openProjects(place, dependencies),
  ]);
  const people = await getLinkPeople(
    place.actor,
    { links: page.links.map(({ link }) => link) },
    dependencies,
  );
  return (
    <LinkListPage
      place={place}
      query={query}
      page={page}
      people={people}
      projects={projects}
      origins={origins}
      state={state}
      done={doneIn(search)}
    />
  );
}
