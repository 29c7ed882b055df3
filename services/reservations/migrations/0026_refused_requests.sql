-- What was refused to the guest or the operator of a reservation: a refusal changes nothing, so no other table tells of it.
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
  -- Without a reference to reservations, which would wait for whoever changes the row.
  PRIMARY KEY (tenant_id, reservation_id, operation, code)
);
CREATE INDEX refused_requests_age ON refused_requests (last_at);

ALTER TABLE refused_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE refused_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY refused_requests_tenant ON refused_requests
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY refused_requests_job ON refused_requests TO {{schema}}_job USING (true) WITH CHECK (true);
