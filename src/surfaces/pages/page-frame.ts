import { PAGE_COLORS } from "../../ground/core/page-colors.ts";

/** The style that all pages for shoppers share: their colors, their text, and the logo or the name of the brand. */
export const BASE = `${PAGE_COLORS}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
p{margin:0 0 1rem}
.logo{display:block;height:2.5rem;max-width:60%;object-fit:contain;object-position:0 50%;margin-bottom:1.25rem}
.brand{margin:0 0 1rem;color:var(--accent);font-weight:700;letter-spacing:-.01em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** The style that choices and messages share: a sheet below a bar in the brand's color, and a footer. */
export const FRAME = `${BASE}main{max-width:30rem;margin:0 auto;background:var(--sheet);padding:1.25rem 1.25rem 2rem;border-top:.375rem solid var(--accent)}
h1{font-size:1.625rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}
.quiet,footer{color:var(--quiet);font-size:.9375rem}
a{color:var(--accent)}
footer{align-items:baseline;margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
footer a{color:inherit;padding:.25rem 0}
@media (min-width:34rem){body{padding:2.5rem 1rem}main{border-radius:1rem;padding:2rem 2rem 1.5rem;box-shadow:0 1px 2px rgb(0 0 0/.08),0 12px 32px rgb(0 0 0/.06)}}
`;
