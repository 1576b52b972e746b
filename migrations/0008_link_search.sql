-- The list of links: by id, which is by time, within an organization or one of its projects.
CREATE INDEX links_by_organization ON links (organization_id, id);
DROP INDEX links_by_project;
CREATE INDEX links_by_project ON links (organization_id, project_id, id);

-- What the list searches: documents of links, in blocks. A job writes them; see docs/decisions/0010-search-in-blocks.md.
CREATE TABLE link_search_blocks (
  organization_id TEXT NOT NULL,
  from_link_id TEXT NOT NULL,                          -- has the links from here up to the next block; '': the first
  documents TEXT NOT NULL,                             -- JSON, as src/links/search-block.ts writes it
  PRIMARY KEY (organization_id, from_link_id)
) STRICT;

-- Up to which link, in order of id, the blocks are complete; one row.
CREATE TABLE link_search_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_link_id TEXT NOT NULL,
  version INTEGER NOT NULL                             -- rises with every write to the blocks
) STRICT;

-- Links whose document in the blocks is missing or out of date.
CREATE TABLE link_search_changes (
  organization_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  link_version INTEGER NOT NULL,                       -- of the latest change
  PRIMARY KEY (organization_id, link_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER links_note_search_change
AFTER UPDATE OF name, public_name, retailer, intent, status, content ON links
BEGIN
  INSERT INTO link_search_changes (organization_id, link_id, link_version)
  VALUES (new.organization_id, new.id, new.version)
  ON CONFLICT (organization_id, link_id) DO UPDATE SET link_version = excluded.link_version;
END;

-- A link that was committed after a later one was put into the blocks.
CREATE TRIGGER links_note_late_insert AFTER INSERT ON links
WHEN new.id <= (SELECT last_link_id FROM link_search_state WHERE id = 1)
BEGIN
  INSERT INTO link_search_changes (organization_id, link_id, link_version)
  VALUES (new.organization_id, new.id, new.version)
  ON CONFLICT (organization_id, link_id) DO UPDATE SET link_version = excluded.link_version;
END;
