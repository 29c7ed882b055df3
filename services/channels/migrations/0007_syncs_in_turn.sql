-- The connections of a tenant have their turns one after the other, and a sync that is asked for again and again waits.

ALTER TABLE connections
  -- A requested sync begins at most a minute before this; each request moves it.
  ADD COLUMN sync_allowance_at timestamptz;
