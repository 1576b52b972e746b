-- Long values of the histories of links, each once for its link: an entry has their digests. Entries from before have
-- their values themselves; a version of the service from before cannot restore an entry that has digests, and refuses to.
CREATE TABLE activity_values (
  link_id TEXT NOT NULL,
  digest TEXT NOT NULL,                                -- SHA-256 of the value as JSON
  part INTEGER NOT NULL CHECK (part >= 0),             -- a row holds 2 MB
  text TEXT NOT NULL,
  PRIMARY KEY (link_id, digest, part)
) STRICT, WITHOUT ROWID;
