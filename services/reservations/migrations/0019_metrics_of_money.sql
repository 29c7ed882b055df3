-- A booking that was paid to the operator when it was made counts as collected on that day.
CREATE INDEX reservations_paid_offline ON reservations (tenant_id, created_at) WHERE paid_offline;
-- What a settlement keeps counts on the day on which it was decided.
CREATE INDEX settlements_by_time ON settlements (tenant_id, created_at);

-- From its local date on the nights of a no-show are free again.
ALTER TABLE reservations ADD COLUMN no_show_at timestamptz;
