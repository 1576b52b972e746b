-- How pages and codes of a project's links look to shoppers. A project without a row has no brand.
CREATE TABLE brands (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  name TEXT,                                           -- NULL: the brand was taken off
  accent TEXT CHECK (accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  imprint_url TEXT,
  privacy_url TEXT,
  logo TEXT,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  PRIMARY KEY (organization_id, project_id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;
