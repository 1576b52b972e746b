/** Files that the Worker holds as text, by cli/wrangler/build.ts. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
