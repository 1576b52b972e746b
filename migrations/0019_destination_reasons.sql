-- Why a link leads where it leads. NULL: not recorded, as in all links that are there already.
ALTER TABLE links ADD COLUMN destination_reason TEXT;

-- The previous version of the service changes destinations without their reason.
CREATE TRIGGER links_forget_reason AFTER UPDATE OF destination ON links
WHEN new.destination <> old.destination AND new.destination_reason = old.destination_reason
BEGIN
  UPDATE links SET destination_reason = NULL WHERE id = new.id;
END;
