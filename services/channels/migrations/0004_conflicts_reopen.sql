-- A conflict can open again when its event moves; each opening is told once.

ALTER TABLE conflicts
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- When inventory said so last; older news changes nothing.
  ADD COLUMN told_at timestamptz;

ALTER TABLE conflicts DROP CONSTRAINT conflicts_once;
ALTER TABLE conflicts ADD CONSTRAINT conflicts_once
  UNIQUE (tenant_id, connection_id, inbound_event, reservation_id, resource_id);
CREATE INDEX conflicts_by_status ON conflicts (tenant_id, status, created_at, id);
