-- A group tells of 48 search blocks that follow each other which of them may hold a text or a tag, so that a search need not
-- read the signature of each: see docs/decisions/0010-search-in-blocks.md. The triggers say that there is a group, and what
-- it lacks, whichever version of the service writes the blocks. The job "index links for search" writes what it tells.
-- Blocks without such a group are searched as before.
CREATE TABLE link_search_groups (
  id INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL,
  from_link_id TEXT NOT NULL,                          -- its first block
  to_link_id TEXT NOT NULL,                            -- its last block
  stale INTEGER NOT NULL DEFAULT 0,                    -- a bit for each block whose signature is not in the group
  stale_blocks INTEGER NOT NULL DEFAULT 0,             -- how many these are
  blocks TEXT CHECK (json_valid(blocks)),              -- the from_link_id of each, newest first; NULL: it tells nothing yet
  UNIQUE (organization_id, from_link_id)
) STRICT;

-- The groups that the job has to write.
CREATE INDEX link_search_groups_due ON link_search_groups (id) WHERE (blocks IS NULL OR stale_blocks >= 24);

-- The signatures of the blocks of a group, turned over: for each of 64 bits of a signature, in 15 digits, a number with a
-- bit for each block.
CREATE TABLE link_search_slices (
  slice INTEGER NOT NULL,                              -- the first bit of the signature / 64
  group_id INTEGER NOT NULL,
  numbers TEXT NOT NULL,
  PRIMARY KEY (slice, group_id)
) STRICT, WITHOUT ROWID;

-- A group with a block more tells nothing until it is written anew. 48 blocks that others follow are a group.
CREATE TRIGGER link_search_blocks_note_insert AFTER INSERT ON link_search_blocks
BEGIN
  UPDATE link_search_groups SET blocks = NULL, stale = 0, stale_blocks = 0
  WHERE id = (SELECT id FROM link_search_groups
      WHERE organization_id = new.organization_id AND from_link_id <= new.from_link_id ORDER BY from_link_id DESC LIMIT 1)
    AND to_link_id >= new.from_link_id AND blocks IS NOT NULL;
  INSERT INTO link_search_groups (organization_id, from_link_id, to_link_id)
  SELECT new.organization_id, first, last FROM (
    SELECT min(from_link_id) AS first, max(from_link_id) AS last, count(*) AS blocks FROM (
      SELECT from_link_id FROM link_search_blocks
      WHERE organization_id = new.organization_id AND from_link_id < new.from_link_id
        AND from_link_id >= coalesce((SELECT to_link_id || ' ' FROM link_search_groups
          WHERE organization_id = new.organization_id ORDER BY from_link_id DESC LIMIT 1), '')
      ORDER BY from_link_id LIMIT 48))
  WHERE blocks = 48;
END;

-- A block whose signature has other bits than its group tells of, or none of tags, is searched by itself. The version that is
-- appended to the 4,096 bytes of a signature is no matter.
CREATE TRIGGER link_search_blocks_note_signature AFTER UPDATE OF signature, documents ON link_search_blocks
WHEN substr(new.signature, 1, 4096) IS NOT substr(old.signature, 1, 4096)
  OR length(new.signature) IS NOT length(old.signature)
BEGIN
  UPDATE link_search_groups SET stale_blocks = stale_blocks + 1,
    stale = stale | (SELECT 1 << key FROM json_each(blocks) WHERE value = new.from_link_id)
  WHERE id = (SELECT id FROM link_search_groups
      WHERE organization_id = new.organization_id AND from_link_id <= new.from_link_id ORDER BY from_link_id DESC LIMIT 1)
    AND EXISTS (SELECT 1 FROM json_each(blocks) WHERE value = new.from_link_id AND NOT stale >> key & 1);
END;

-- The blocks that there are.
INSERT INTO link_search_groups (organization_id, from_link_id, to_link_id)
SELECT organization_id, min(from_link_id), max(from_link_id) FROM (
  SELECT organization_id, from_link_id,
    (row_number() OVER (PARTITION BY organization_id ORDER BY from_link_id) - 1) / 48 AS number,
    (count(*) OVER (PARTITION BY organization_id) - 1) / 48 AS groups
  FROM link_search_blocks)
WHERE number < groups
GROUP BY organization_id, number;
