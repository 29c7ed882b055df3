-- A balance is due for a change of the stay before its own day: what it publishes on that day is still to come.
ALTER TABLE scheduled_payments ADD COLUMN event_pending boolean NOT NULL DEFAULT false;
