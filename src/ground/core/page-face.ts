/** The path of Inter, with the checksum of the file. The host of the dashboard serves it, and browsers load it once. */
export const FACE_PATH = "/assets/0709pit.woff2";

/** The face of the dashboard, its reports and the documentation, and a face of the same width until it has arrived. */
export const PAGE_FACE = `@font-face{font-family:"Inter";src:url("${FACE_PATH}") format("woff2");font-weight:100 900;font-display:swap}
@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica");size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}
:root{--face:"Inter","Inter Fallback",system-ui,sans-serif}
`;
