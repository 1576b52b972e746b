-- Whether a link was made on a domain, before that is removed. Most links are on the default host, and not in it.
CREATE INDEX links_by_domain ON links (domain) WHERE domain <> '';
