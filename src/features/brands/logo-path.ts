/** The path of a logo on the origin of short links. A file of its own, as pages for shoppers need nothing else of brands. */
export const logoPath = (logo: string): string => `/brands/${logo}`;
