import { TOKENS } from "./tokens.ts";

/** The style of pages of lists and recipes. */
export const STYLE = `${TOKENS}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;background:var(--sheet);min-height:100vh;padding-bottom:2rem;border-top:.375rem solid var(--accent)}
.hero{display:block;width:100%;max-height:min(56vw,25rem);object-fit:cover}
.inner{padding:1.5rem 1.25rem 0}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .5rem}
p{margin:0 0 1rem}
.facts{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;color:var(--quiet)}
.items{list-style:none;margin:0;padding:0}
.items>li{display:flex;align-items:center;gap:1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.items img{flex:none;width:3.5rem;height:3.5rem;object-fit:contain}
.item{flex:1;min-width:0}
.item span{display:block}
.item .quiet{color:var(--quiet);font-size:.9375rem}
.find,.more{display:inline-block;border-radius:999px;font-weight:600;text-decoration:none;color:var(--accent);border:1.5px solid currentColor}
.find{flex:none;padding:.5rem 1.125rem;min-height:2.75rem}
.more{padding:.625rem 1.25rem;margin-top:1rem}
.more.all{background:var(--accent);color:var(--on-accent);border-color:var(--accent);margin:0}
.find:hover,.more:hover{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.steps{margin:0;padding-inline-start:1.5rem}
.steps li{padding-inline-start:.375rem;margin-bottom:.75rem}
.steps li::marker{color:var(--quiet);font-weight:600}
.lines{white-space:pre-line}
footer{margin-top:2.5rem;color:var(--quiet);font-size:.9375rem}
footer+footer{margin-top:1rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
footer a{color:inherit}
.logo{display:block;height:2.5rem;max-width:60%;object-fit:contain;object-position:0 50%;margin-bottom:1.25rem}
.brand{margin:0 0 1rem;color:var(--accent);font-weight:700;letter-spacing:-.01em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:48rem){body{padding:2.5rem 1rem}main{min-height:0;border-radius:1rem;overflow:hidden;box-shadow:0 1px 2px rgb(0 0 0/.08),0 12px 32px rgb(0 0 0/.06)}.inner{padding:2rem 2.5rem 0}h1{font-size:2.25rem}}
@media print{:root{color-scheme:light;--ground:#fff;--sheet:#fff;--ink:#000;--quiet:#333;--line:#bbb}body{padding:0;font-size:11pt}main{max-width:none;box-shadow:none;border-radius:0}.inner{padding:.5cm 0 0}.hero{max-height:6cm;width:auto;max-width:100%}.find,footer{display:none}.more{border:0;padding:0;color:inherit}.items>li{padding:.25rem 0;break-inside:avoid}.items>li::before{content:"";flex:none;width:.8em;height:.8em;border:1px solid #000}.steps li{break-inside:avoid}}
`;
