/** Files that the Worker holds as text, and pictures, which it holds as bytes, by cli/wrangler/build.ts. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.png" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
