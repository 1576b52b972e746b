import { expect, test } from "vitest";
import { STANDBY_FILES } from "../../src/exports/standby-files.ts";

test("standby resolves GTINs", async () => {
  const links = [
    {
      names: ["abcd1234", "id.brand.example/soup", "id.brand.example/01/09506000134352"],
      to: "https://x.example/?tag=1",
      scan: "https://x.example/",
    },
  ];
  const text = String(STANDBY_FILES.get("worker.js")).replace(
    'import links from "./links.js";',
    `const links = ${JSON.stringify(links)};`,
  );
  const { default: worker } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const to = (path: string) => {
    const response = worker.fetch(new Request(`https://id.brand.example${path}`));
    return response.headers.get("Location") ?? response.status;
  };
  expect(to("/01/09506000134352")).toBe("https://x.example/");
  expect(to("/01/09506000134352/10/ABC?17=1")).toBe("https://x.example/");
  expect(to("/soup")).toBe("https://x.example/?tag=1");
  expect(to("/01/09506000134369")).toBe(404);
});
