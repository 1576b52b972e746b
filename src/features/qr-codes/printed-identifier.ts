/**
 * The identifier of a link's code for print, as SQL: that of its GTIN, which tills read too, or else the default code.
 * `linkId` is an expression.
 */
export const printedIdentifier = (linkId: string): string =>
  `(SELECT own.identifier FROM qr_codes AS own JOIN links AS linked ON linked.id = own.link_id
    WHERE own.link_id = ${linkId}
      AND (own.is_default = 1 OR own.encoded_url LIKE '%/01/' || (linked.content ->> 'gtin'))
    ORDER BY own.is_default LIMIT 1)`;
