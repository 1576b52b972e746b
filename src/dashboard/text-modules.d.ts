/** Files that the Worker holds as text, by the rules in wrangler.toml. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
