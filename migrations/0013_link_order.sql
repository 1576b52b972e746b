-- Lists of all links of an organization by change and by name, in which a page reads no more than it shows.
CREATE INDEX links_by_change ON links (organization_id, updated_at, id);
CREATE INDEX links_by_name ON links (organization_id, name COLLATE NOCASE, id);
