-- The domains of organizations. A version of the service that knows none answers on each of them as on the default host.
CREATE TABLE domains (
  host TEXT PRIMARY KEY CHECK (host = lower(host) AND length(host) BETWEEN 4 AND 253),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT,
  root_url TEXT,
  not_found_url TEXT,
  created_at TEXT NOT NULL,
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX domains_by_organization ON domains (organization_id, host);
CREATE UNIQUE INDEX domains_by_project ON domains (organization_id, project_id) WHERE project_id IS NOT NULL;
