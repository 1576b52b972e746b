-- Old months of links without visits in a year move to R2; these tables say where they are. The version before does not read them
-- there: nothing moves in the first week, so that a rollback of the Worker shows everything.
-- The objects that were begun. One without blocks is what is left of a run that did not end.
CREATE TABLE visit_archives (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  year TEXT NOT NULL CHECK (length(year) = 4),         -- 2024
  part INTEGER NOT NULL,                               -- when it was begun, in milliseconds: no two objects have the same key
  PRIMARY KEY (organization_id, project_id, year, part)
) STRICT, WITHOUT ROWID;

-- The blocks of objects, each compressed, with rows in order of their link. A block is added when its rows leave visit_months.
CREATE TABLE visit_archive_blocks (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  year TEXT NOT NULL,
  part INTEGER NOT NULL,
  offset INTEGER NOT NULL,                             -- its first byte in the object
  length INTEGER NOT NULL,                             -- in bytes
  first_link TEXT NOT NULL,
  last_link TEXT NOT NULL,
  links INTEGER NOT NULL,                              -- how many have rows in it
  size INTEGER NOT NULL,                               -- of its lines, in characters
  months TEXT NOT NULL CHECK (json_valid(months)),     -- JSON, [5,0,0,0,0,0,0,0,0,0,0,2]: its rows by month
  PRIMARY KEY (organization_id, project_id, year, part, offset)
) STRICT, WITHOUT ROWID;

-- The month in which a project was last searched for rows to move.
CREATE TABLE visit_archive_checks (
  organization_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  month TEXT NOT NULL,                                 -- 2026-11
  PRIMARY KEY (organization_id, project_id)
) STRICT, WITHOUT ROWID;

INSERT INTO visit_archive_checks (organization_id, project_id, month)
SELECT organization_id, id, strftime('%Y-%m', 'now', '+7 days') FROM projects;
