-- How often the event was sent once more on purpose. The stream tells the sendings apart by it, also within the time in which
-- it recognises a repetition.
ALTER TABLE outbox ADD COLUMN resent integer NOT NULL DEFAULT 0;
