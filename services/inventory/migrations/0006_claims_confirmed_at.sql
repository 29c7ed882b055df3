-- When a stay was confirmed, for whoever is told of it outside. Null while it is held, and for a stay that was confirmed
-- before this was kept: of that one the creation is known.

ALTER TABLE claims ADD COLUMN confirmed_at timestamptz;
