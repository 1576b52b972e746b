-- What an organization did with the checklist of its overview. An organization without a row did nothing with it yet.
CREATE TABLE first_steps (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  dismissed_at TEXT,                                   -- NULL: the checklist is shown until all of it is done
  example_project TEXT,                                -- the project that was made for examples; NULL: there never were any
  example_links TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(example_links)), -- the ids of the links that were made as examples
  examples_removed_at TEXT                             -- NULL: they are there
) STRICT, WITHOUT ROWID;
