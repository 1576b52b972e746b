import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { jpegWith, LOGO } from "../logos.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey();
const link = expectLink(await post(service, "/v1/links", linkBody(), key));
const project = `/v1/projects/${link.projectId}`;
const code = `/v1/links/${link.id}/qr-codes/default`;
const image = (query: string) => service.fetch(`/qr/qr_${link.id}_default.svg${query}`);

describe("design: styles of codes and projects", () => {
  test("parameters override a code's style, which overrides the project's style", async () => {
    const plain = await (await image("")).text();
    expect(await (await image("?style=default")).text()).toBe(plain);
    const style = { color: "#0A4D3C", modules: "dots", frame: "de" };
    const saved = await send(service, "PUT", `${project}/code-style`, style, key);
    expect([saved.status, saved.json.data]).toEqual([200, { ...style, color: "#0a4d3c" }]);
    expect((await get(service, `${project}/code-style`, key)).json.data).toEqual(saved.json.data);
    const ofProject = await image("?style=default");
    expect(ofProject.headers.get("Cache-Control")).toBe("public, max-age=60");
    const drawn = await ofProject.text();
    expect(drawn).toBe(await (await image("?color=%230a4d3c&modules=dots&frame=de")).text());
    expect((await decodeWithZxing(rasterize(drawn, 600)))?.text).toContain(link.shortId);
    const own = await send(service, "PATCH", `${code}?include=style`, { style: { finders: "circle" } }, key);
    expect([own.status, own.json.data.style]).toEqual([200, { finders: "circle" }]);
    expect(await (await image("?style=default")).text()).toBe(await (await image("?finders=circle")).text());
    expect(await (await image("?style=default&finders=square")).text()).toBe(plain);
    // The plain image does not change.
    expect(await (await image("")).text()).toBe(plain);
    expect((await image("")).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    await send(service, "PATCH", code, { style: null }, key);
    // The same image by explicit parameters, which may be cached forever, is in the cache by now.
    const again = await image("?style=default");
    expect([await again.text(), again.headers.get("Cache-Control")]).toEqual([drawn, "public, max-age=60"]);
  });

  test("a style has inks and a transparent background, which is judged on its surface", async () => {
    const style = { color: "cmyk(100, 60, 0, 30)", background: "none", surface: "#F5E9D0" };
    const saved = await send(service, "PATCH", `${code}?include=style`, { style }, key);
    const stored = { color: "cmyk(100,60,0,30)", background: "none", surface: "#f5e9d0" };
    expect([saved.status, saved.json.data.style]).toEqual([200, stored]);
    const drawn = await (await image("?style=default")).text();
    expect([drawn.includes("<rect"), (await decodeWithZxing(rasterize(drawn, 600)))?.text]).toEqual([
      false,
      expect.stringContaining(link.shortId),
    ]);
    const dark = await send(service, "PATCH", code, { style: { surface: "cmyk(0,0,0,90)" } }, key);
    expect(dark.json.error.details).toMatchObject([{ field: "style.surface" }]);
    await send(service, "PATCH", code, { style: null }, key);
  });

  test("a style that cameras may fail to read is rejected with the field that causes it", async () => {
    const refused = await send(service, "PUT", `${project}/code-style`, { color: "#dddddd" }, key);
    expectError(refused, 400, "validation_failed");
    const code400 = await send(service, "PATCH", code, { style: { color: "#dddddd" } }, key);
    expect(code400.json.error.details).toMatchObject([{ field: "style.color" }]);
    for (const [query, field] of [
      ["?frame=en&frameText=x", "frameText"],
      ["?frameText=%D0%9F", "frameText"],
      ["?modules=stars", "modules"],
      ["?modules=dots&size=64", "size"],
    ] as const) {
      const { status, json } = await get(service, `/qr/qr_${link.id}_default.svg${query}`);
      expect([query, status, json.error.details.map((each: { field: string }) => each.field)]).toEqual([
        query,
        400,
        [field],
      ]);
    }
  });

  test("the project's logo is in the middle, with level H", async () => {
    const { status } = await image("?logo=project");
    expect(status).toBe(400);
    // A saved style is rendered without a missing logo.
    await send(service, "PATCH", code, { style: { logo: "project", modules: "dots" } }, key);
    expect(await (await image("?style=default")).text()).toBe(await (await image("?modules=dots")).text());
    expect((await image("?style=default&logo=project")).status).toBe(400);
    const headers = { "Content-Type": "image/png" };
    await send(service, "PUT", `${project}/logo`, LOGO, { ...key, headers });
    const answer = await image("?logo=project&level=L");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60");
    const svg = await answer.text();
    expect(svg).toContain("data:image/png");
    expect(await decodeWithZxing(rasterize(svg, 600))).toMatchObject({ errorCorrectionLevel: "H" });
  });

  test("a logo that codes can't show appears only on pages, and a damaged logo is rejected", async () => {
    const projectId = "photo";
    const { key: own } = await service.issueKey({ createProjects: [projectId] });
    const upload = (bytes: Uint8Array) =>
      send(service, "PUT", `/v1/projects/${projectId}/logo`, bytes, {
        key: own,
        headers: { "Content-Type": "image/png" },
      });
    const { id } = expectLink(
      await post(service, "/v1/links", linkBody(undefined, { projectId }), { key: own }),
    );
    const at = (query: string) => service.fetch(`/qr/qr_${id}_default.svg${query}`);
    const style = { logo: "project", modules: "dots" };
    await send(service, "PUT", `/v1/projects/${projectId}/code-style`, style, { key: own });
    const damaged = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    const { details } = expectError(await upload(damaged), 400, "validation_failed");
    expect(details).toMatchObject([{ field: "logo" }]);
    expect((await upload(jpegWith())).status).toBe(200);
    const saved = await at("?style=default");
    expect([saved.status, await saved.text()]).toEqual([200, await (await at("?modules=dots")).text()]);
    for (const query of ["?logo=project", "?style=default&logo=project"])
      expectError(await get(service, `/qr/qr_${id}_default.svg${query}`), 400, "validation_failed");
  });
});
