import { describe, expect, test } from "vitest";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { post } from "../requests.ts";
import { deliver, hourOf, messageOf, quarterOf, storeAll } from "../visits/visit-messages.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

describe("the page of a link", () => {
  test("shows details, destination and reason with labels, and escapes everything", async () => {
    const link = await on.create(
      {
        name: "<script>alert(1)</script>",
        fallbackUrl: "https://example.com/?a=<b>",
        location: { storeId: "42", zipCode: "10001" },
        tracking: { utm: { source: "print" }, tags: ["summer"] },
        metadata: { note: "</script>" },
        products: [{ retailerProductId: "123456789", quantity: 2, backupProductIds: ["987654321"] }],
      },
      "bigbox_w add_to_cart",
    );
    const text = (await on.page(link.id)) + (await on.page(link.id, "details"));
    expect(text).toContain("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi></h1>");
    expect(text).not.toContain("<script>alert");
    expect(text).toContain(link.shortLink);
    expect(text).toContain(`src="/qr/qr_${link.id}_default.svg?name=`);
    expect(text).toContain("Opens a cart with all products, by item ids.");
    for (const [label, value] of [
      ["Retailer", "Walmart"],
      ["Purpose", "Fill a cart"],
      ["ZIP code", "<bdi>10001</bdi>"],
      ["UTM source", "<bdi>print</bdi>"],
    ]) {
      expect(text).toContain(`<dt>${label}</dt><dd>${value}</dd>`);
    }
    expect(text).toContain("987654321");
    const { status } = await on.dashboard.service.fetch(`/qr/qr_${link.id}_default.svg`);
    expect(status).toBe(200);
  });

  test("shows what needs attention: warnings, and a page that could not be made", async () => {
    const fine = await on.create();
    expect(await on.page(fine.id)).not.toContain("Needs attention");
    const odd = await on.create({ customUrl: "http://example.com/" });
    expect(await on.page(odd.id)).toContain("The destination is http, so");
    const list = await on.create({}, "delivery_app shopping_list");
    await on.dashboard.service.env.DB.prepare(
      "UPDATE delivery_app_pages SET state = 'failed', attempts = 3, last_error = ?2 WHERE link_id = ?1",
    )
      .bind(list.id, "400 <no such store>")
      .run();
    const text = await on.page(list.id);
    expect(text).toContain("Needs attention");
    expect(text).toContain("There is no automatic retry");
    expect(text).toContain("400 &lt;no such store&gt;");
  });

  test("shows the visits of 30 days, people apart from robots, as a picture and as a table", async () => {
    const { id } = await on.create();
    await storeAll(on.dashboard.service.env.DB, [
      { linkId: id, visits: 1200 },
      { linkId: id, qr: "default", visits: 4 },
      { linkId: id, visitor: "robot", visits: 7 },
    ]);
    const text = await on.page(id);
    expect(text).toContain('<dt>Visits</dt><dd><span class="value">1,204</span>');
    expect(text).toContain("Not included: Robots (7).");
    expect(text).toContain(`href="/dashboard/o/acme/visits?link=${id}"`);
    expect(text.match(/<tr data-row="">/g)?.length).toBeGreaterThanOrEqual(30);
  });

  test("shows one tab at a time, the visits first, and what needs attention above each", async () => {
    const { id } = await on.create({ customUrl: "http://example.com/" });
    const headings = {
      visits: "Visits of the last 30 days",
      codes: "QR codes",
      details: "Details",
      history: "History",
    };
    for (const tab of ["visits", "codes", "details", "history"] as const) {
      const text = await on.page(id, tab);
      expect(text).toMatch(new RegExp(`aria-current="true">${tab}</a>`, "i"));
      expect(text).toContain("Needs attention");
      const shown = Object.entries(headings).filter(([, heading]) => text.includes(`>${heading}</h2>`));
      expect(shown).toEqual([[tab, headings[tab]]]);
    }
    expect((await on.viewer.open(`${LINKS}/${id}?tab=none`)).text).toContain(headings.visits);
  });

  test("offers its address for places, for words that were used, and for one's own without a script", async () => {
    const { id, shortLink } = await on.create();
    const message = messageOf([{ linkId: id, visits: 3 }]);
    const apart = [
      [id, "source", "podcast", "clicks", quarterOf(hourOf(Date.now())), 2],
    ] satisfies VisitMessage["apart"];
    await deliver(on.dashboard.service.env.DB, [{ ...message, apart }]);
    const addresses = async (via: string) => {
      const { text } = await on.viewer.open(`${LINKS}/${id}?${new URLSearchParams({ via })}`);
      return {
        text,
        words: [...text.matchAll(/<code>[^<]*\?via=([^<]*)<\/code>/g)].map(([, word = ""]) => word),
      };
    };
    const places = ["instagram", "facebook", "tiktok", "newsletter", "sms"];
    const { text, words } = await addresses("");
    expect(words).toEqual([...places, "podcast"]);
    expect(text).toContain(`<code>${shortLink}?via=tiktok</code>`);
    expect((await addresses("Fair-2027")).words).toEqual([...places, "Fair-2027", "podcast"]);
    for (const wrong of ["two words", "a&b", "é", "x".repeat(41)]) {
      const refused = await addresses(wrong);
      expect([wrong, refused.words]).toEqual([wrong, [...places, "podcast"]]);
      expect(refused.text).toContain("Use up to 40 letters, digits and hyphens.");
    }
  });

  test("an unknown link looks the same as one of another organization", async () => {
    const other = await on.hank.open(`/dashboard/o/globex/links/${(await on.create()).id}`);
    const none = await on.hank.open("/dashboard/o/globex/links/lnk_00000000000000000000000000");
    expect([other.status, none.status]).toEqual([404, 404]);
    const plain = (text: string) => text.replace(/Reference: [\w-]+/, "");
    expect(plain(other.text)).toBe(plain(none.text));
  });
});

describe("switching", () => {
  test("switching off asks for confirmation, switching on does not", async () => {
    const { id } = await on.create();
    const asked = await on.editor.open(`${LINKS}/${id}/switch-off`);
    expect(asked.text).toContain("This offer has ended");
    expect(await on.editor.send(`${LINKS}/${id}/switch-off`, {})).toMatchObject({
      status: 303,
      location: `${LINKS}/${id}?done=switched-off`,
    });
    const text = (await on.editor.open(`${LINKS}/${id}?tab=codes&done=switched-off`)).text;
    expect(text).toContain("The link is off.");
    expect(text).not.toContain("Add a code");
    expect(await on.editor.send(`${LINKS}/${id}/switch-on`, {})).toMatchObject({ status: 303 });
    expect(await on.definition(id)).toMatchObject({ status: "active" });
  });
});

describe("codes", () => {
  test("are added and renamed; errors are shown at their field and keep what was typed", async () => {
    const { id } = await on.create();
    const path = `${LINKS}/${id}`;
    expect(
      await on.editor.send(`${path}/add-code`, { identifier: "new", name: "Shop window" }),
    ).toMatchObject({
      status: 303,
      location: `${path}?tab=codes&done=code-added#codes`,
    });
    expect(await on.editor.send(`${path}/add-code`, {})).toMatchObject({ status: 303 });
    const text = await on.page(id, "codes");
    expect(text).toContain("Shop window");
    expect(text).toContain("?qr=new");
    expect(text.match(/class="badge quiet"><svg.*?<\/svg>Shown above</g)).toHaveLength(1);

    const taken = await on.editor.send(`${path}/add-code`, { identifier: "new", name: "<Again>" });
    expect(taken.status).toBe(409);
    expect(taken.text).toMatch(/id="identifier-error">This is already used by this link/);
    expect(taken.text).toContain('value="&lt;Again&gt;"');
    const wrong = await on.editor.send(`${path}/add-code`, { identifier: "a b", name: "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="identifier-error"');

    expect(await on.editor.send(`${path}/rename-code/new`, { name: "Door" })).toMatchObject({ status: 303 });
    expect((await on.editor.send(`${path}/rename-code/new`, { name: "" })).text).toContain('id="name-error"');
    expect((await on.editor.send(`${path}/rename-code/none`, { name: "Door" })).status).toBe(404);
    expect(await on.page(id, "codes")).toContain("Door");
  });

  test("of a link with many are paged", async () => {
    const { id } = await on.create();
    for (let n = 0; n < 26; n++) {
      await post(on.dashboard.service, `/v1/links/${id}/qr-codes`, { identifier: `code-${n}` }, on.key);
    }
    const [, next = ""] = /href="([^"]+codes=[^"#]+)#codes"/.exec(await on.page(id, "codes")) ?? [];
    expect((await on.viewer.open(next.replaceAll("&amp;", "&"))).text).toContain("?qr=default");
  });
});
