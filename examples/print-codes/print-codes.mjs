import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const { SERVICE = "http://localhost:8787", KEY = "" } = process.env;
const [file = "products.csv", directory = "codes"] = process.argv.slice(2);

const [, ...rows] = (await readFile(file, "utf8")).trim().split(/\r?\n/);
const links = rows.map((row) => {
  const [name, product, quantity] = row.split(",");
  return {
    projectId: "demo",
    name,
    retailer: "bigbox_w",
    intent: "add_to_cart",
    products: [{ retailerProductId: product, quantity: Number(quantity) }],
  };
});

const body = JSON.stringify({ links });
const response = await fetch(`${SERVICE}/v1/links/bulk`, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    "X-Service-API-Key": KEY,
    "Idempotency-Key": createHash("sha256").update(body).digest("hex"),
  },
  body,
});
const { data, error } = await response.json();
if (error) throw new Error(`${error.code}: ${error.message} (${error.correlationId})`);

await mkdir(directory, { recursive: true });
for (const [
  index,
  {
    body: { data: link, error: problem },
  },
] of data.entries()) {
  if (problem) {
    console.error(`Row ${index + 2}: ${problem.message}`);
    process.exitCode = 1;
    continue;
  }
  const image = await fetch(link.qrCode.imageUrl);
  const path = join(directory, `${links[index].name.replaceAll(/\W+/g, "-")}.svg`);
  await writeFile(path, await image.text());
  console.log(`${link.shortLink} ${path}`);
}
