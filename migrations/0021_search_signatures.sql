-- Blocks get a signature, which stands before the documents so that these are read only where it says that they may hold
-- a text. The job "index links for search" writes all blocks anew; until it has come to a link, the list reads the link.
DROP TABLE link_search_blocks;
DELETE FROM link_search_state;

CREATE TABLE link_search_blocks (
  organization_id TEXT NOT NULL,
  from_link_id TEXT NOT NULL,                          -- has the links from here up to the next block; '': the first
  signature BLOB,                                      -- as src/links/search-signature.ts makes it; NULL: not known
  documents TEXT NOT NULL,                             -- JSON, as src/links/search-block.ts writes it
  PRIMARY KEY (organization_id, from_link_id)
) STRICT;

-- A version of the service that does not know signatures updates the documents alone. Each signature differs from the
-- one before, as the version of the blocks is part of it.
CREATE TRIGGER link_search_blocks_forget_signature
AFTER UPDATE OF documents ON link_search_blocks
WHEN new.signature = old.signature
BEGIN
  UPDATE link_search_blocks SET signature = NULL
  WHERE organization_id = new.organization_id AND from_link_id = new.from_link_id;
END;
