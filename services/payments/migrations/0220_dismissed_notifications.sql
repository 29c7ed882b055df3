-- A parked notification waits for an operator until it is dismissed. It is kept afterwards too.
ALTER TABLE provider_events ADD COLUMN dismissed_at timestamptz, ADD COLUMN dismissed_reason text;
