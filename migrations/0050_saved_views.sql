-- Filters and orders of the list of links that an organization saved under a name.
CREATE TABLE saved_views (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  query TEXT NOT NULL,                                 -- as the address of the list has it, without its place in the list
  created_by TEXT NOT NULL,                            -- the id of a member
  created_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, name)
) STRICT, WITHOUT ROWID;
