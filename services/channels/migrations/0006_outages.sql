-- While inventory is away the calendar itself is not asked again: what was read is kept, and told when inventory is back.

ALTER TABLE connections
  -- How often in a row inventory did not take it in.
  ADD COLUMN outages integer NOT NULL DEFAULT 0,
  -- When the calendar is to be read next; the run before that only tells what is known.
  ADD COLUMN read_at timestamptz;
