-- The people of each organization. The version that runs while this is applied knows no people.
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  created_at TEXT NOT NULL,
  UNIQUE (organization_id, email)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_organization ON members (organization_id, id);
CREATE INDEX members_by_email ON members (email);
