-- Signatures of search blocks tell of tags as well, which makes them a byte longer (src/links/search-signature.ts). The job
-- "index links for search" gives such a signature to the blocks in this index, 200 in a run, after new and changed links.
-- Until then their documents are read. A version of the service that knows no such signatures reads them as its own.
CREATE INDEX link_search_blocks_unsigned ON link_search_blocks (organization_id, from_link_id)
WHERE (signature IS NULL OR length(signature) < 4101);
