-- What happened to a reservation, and who did it. Neither role of the service can change or delete an entry. The comment
-- keeps provisioning from granting the rights again.
CREATE TABLE reservation_history (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  version integer NOT NULL,
  actor jsonb NOT NULL,
  request_id text,
  -- Fields with their values before and after; guest data is named and never shown.
  changes jsonb NOT NULL,
  note text,
  -- The event of another service that this entry records.
  source_event uuid,
  PRIMARY KEY (tenant_id, reservation_id, at, version, id)
);
COMMENT ON TABLE reservation_history IS 'append-only';
CREATE UNIQUE INDEX reservation_history_source ON reservation_history (tenant_id, source_event)
  WHERE source_event IS NOT NULL;

REVOKE UPDATE, DELETE, TRUNCATE ON reservation_history FROM {{schema}}_app, {{schema}}_job;
ALTER TABLE reservation_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_history FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_history_tenant_reads ON reservation_history FOR SELECT
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY reservation_history_tenant_adds ON reservation_history FOR INSERT
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- What was refused to the guest or the operator of a reservation: a refusal changes nothing, so no other table records it.
CREATE TABLE refused_requests (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Of the last one.
  request_id text NOT NULL,
  traceparent text,
  -- Without a reference to reservations, which would wait for the lock of a row that changes.
  PRIMARY KEY (tenant_id, reservation_id, operation, code)
);
CREATE INDEX refused_requests_age ON refused_requests (last_at);

ALTER TABLE refused_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE refused_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY refused_requests_tenant ON refused_requests
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refused_requests_job ON refused_requests TO {{schema}}_job USING (true) WITH CHECK (true);
