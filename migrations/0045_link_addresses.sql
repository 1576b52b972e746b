-- The domain on which a link was made ('': the default one) and its present slug. A version of the service that knows
-- neither reads and writes the other columns: it leads by the short id, which stays.
ALTER TABLE links ADD COLUMN domain TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN slug TEXT;
CREATE UNIQUE INDEX links_by_slug ON links (domain, slug) WHERE slug IS NOT NULL;

-- Every slug that a link has or had: it may be printed, so it is never given to another link. Only links with slugs have rows.
CREATE TABLE link_addresses (
  host TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 64 AND name = lower(name)),
  link_id TEXT NOT NULL REFERENCES links (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (host, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_addresses_by_link ON link_addresses (link_id, created_at);
