-- Imported blocks that overlap a stay, one row for each event, reservation and resource, until an operator resolves them. A
-- conflict can open again when its event moves; each opening is published once.
CREATE TABLE conflicts (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  listing_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  inbound_event text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- When inventory reported it last; an older report changes nothing.
  told_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT conflicts_once UNIQUE (tenant_id, connection_id, inbound_event, reservation_id, resource_id),
  CONSTRAINT conflicts_status_known CHECK (status IN ('open', 'resolved_relocated', 'resolved_cancelled'))
);
CREATE INDEX conflicts_in_order ON conflicts (tenant_id, created_at, id);
CREATE INDEX conflicts_by_status ON conflicts (tenant_id, status, created_at, id);
-- Open conflicts are counted over all tenants.
CREATE INDEX conflicts_waiting ON conflicts (status) WHERE status = 'open';

ALTER TABLE conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE conflicts FORCE ROW LEVEL SECURITY;
CREATE POLICY conflicts_tenant ON conflicts
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY conflicts_job ON conflicts FOR SELECT TO {{schema}}_job USING (true);
