import { expect, test } from "vitest";
import { useLinksDashboard } from "../dashboard/links.ts";
import { LOGO } from "../logos.ts";
import { DOWN } from "../requests.ts";

const on = await useLinksDashboard("test/faults/worker.ts");
const { service } = on.dashboard;
const R2_DOWN = { [DOWN]: "QR_IMAGES" };

/** The print screen of a link with an uploaded picture, and its PDF, with these parts. */
async function newPrint(show: string) {
  const form = new FormData();
  form.append("picture", new Blob([LOGO]), "picture.png");
  const headers = {
    ...(await on.dashboard.identity("editor@acme.example")),
    ...{ Origin: service.url.origin, "Sec-Fetch-Site": "same-origin", Accept: "application/json" },
  };
  const path = `${service.url.origin}/dashboard/o/acme/links/card/picture`;
  const uploaded = await fetch(path, { method: "POST", body: form, headers });
  const { url } = (await uploaded.json()) as { url: string }; // What the form's script reads.
  const { id } = await on.create();
  await on.patch(id, { card: { title: "Soup", imageUrl: url } });
  const query = `code=qr_${id}_default&format=a6&headline=Scan${show}`;
  return ["sheet", "print.pdf"].map((name) => `/dashboard/o/acme/codes/${name}?${query}`);
}

test("R2 down: the print screen says what is missing, and no PDF without it is made", async () => {
  const [screen = "", pdf = ""] = await newPrint("&show=picture");
  const up = await on.viewer.open(screen);
  expect([up.text.includes("<image"), up.text.includes("Download PDF")]).toEqual([true, true]);
  const down = await on.viewer.open(screen, R2_DOWN);
  expect([down.status, down.text.includes("<image"), down.text.includes("Download PDF")]).toEqual([
    200,
    false,
    false,
  ]);
  expect(down.text).toContain("can&#39;t be read at the moment");
  const refused = await on.viewer.open(pdf, R2_DOWN);
  expect([refused.status, refused.text.includes("can&#39;t be read at the moment")]).toEqual([503, true]);
  expect((await on.viewer.open(pdf)).status).toBe(200);
});

test("R2 down: a print without pictures is made as usual", async () => {
  const [screen = "", pdf = ""] = await newPrint("&show=link");
  expect((await on.viewer.open(screen, R2_DOWN)).text).toContain("Download PDF");
  const file = await on.viewer.open(pdf, R2_DOWN);
  expect([file.status, file.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
});
