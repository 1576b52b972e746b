-- Who changed what. The version that runs while this is applied writes no activity: its links have a history that
-- begins with their next change.
CREATE TABLE activity (
  organization_id TEXT NOT NULL,
  id TEXT NOT NULL,                                    -- begins with its time
  at TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('api_key', 'member', 'job')),
  actor_id TEXT NOT NULL,
  object_type TEXT NOT NULL CHECK (object_type IN ('link', 'qr_code', 'api_key', 'project', 'member')),
  object_id TEXT NOT NULL,
  link_id TEXT,                                        -- of a link and its codes
  link_version INTEGER,                                -- counts the entries of a link from its creation, which is 1
  destination TEXT,                                    -- of the link, after the change
  changes TEXT CHECK (changes IS NULL OR json_valid(changes)), -- [{field, from?, to?}]; NULL: in activity_parts
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX activity_by_link ON activity (link_id, link_version) WHERE link_id IS NOT NULL;

-- Changes above what one D1 row holds (2 MB), cut into parts.
CREATE TABLE activity_parts (
  activity_id TEXT NOT NULL,
  part INTEGER NOT NULL CHECK (part >= 0),
  text TEXT NOT NULL,
  PRIMARY KEY (activity_id, part)
) STRICT, WITHOUT ROWID;

-- Rises with each change that a caller makes of a link or its codes: what an ETag is made of.
ALTER TABLE links ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

-- The activity of the last change by a caller. Statements of one change are guarded by it: see links/change-store.ts.
ALTER TABLE links ADD COLUMN last_activity_id TEXT;
