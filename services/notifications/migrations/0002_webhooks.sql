CREATE TABLE webhook_endpoints (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  sealed_secret text NOT NULL,
  -- [{ sealed, until }]: secrets that a rotation replaced and that still sign.
  old_secrets jsonb NOT NULL DEFAULT '[]',
  -- Failed attempts in a row.
  failure_count bigint NOT NULL DEFAULT 0,
  -- The first of those.
  failing_since timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  -- After many failures in a row there is no attempt before this.
  paused_until timestamptz,
  created_at timestamptz NOT NULL,
  -- A deleted endpoint is hidden; its deliveries, a million perhaps, are deleted batch by batch.
  deleted_at timestamptz,
  -- Pings and redeliveries of an endpoint are limited; each moves this forward.
  request_allowance_at timestamptz,
  -- The name in the address, as the URL standard writes it. Endpoints are counted by it.
  host text,
  -- The last position of the log when the endpoint was created: it receives what comes after it.
  after_position bigint,
  -- While the endpoint has never answered with 2xx, the next attempt is not before this.
  paced_until timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_endpoints_listed ON webhook_endpoints (tenant_id, created_at, id);
CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints (tenant_id, id) WHERE NOT enabled;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (tenant_id, id) WHERE deleted_at IS NOT NULL;

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY webhook_endpoints_tenant ON webhook_endpoints
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY webhook_endpoints_job ON webhook_endpoints TO {{schema}}_job USING (true) WITH CHECK (true);

-- Hosts with endpoints that have never answered with 2xx, over all tenants: no attempt at one of these before this time.
CREATE TABLE webhook_hosts (
  name text PRIMARY KEY,
  next_attempt_at timestamptz NOT NULL
);
ALTER TABLE webhook_hosts ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_hosts FORCE ROW LEVEL SECURITY;
CREATE POLICY webhook_hosts_all ON webhook_hosts USING (true) WITH CHECK (true);

CREATE TABLE deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- Only where the event is not in the log; otherwise the body is the event's.
  body text,
  traceparent text,
  -- An operator requested this delivery, so it is sent though the endpoint is disabled.
  asked boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'dead')),
  -- Of the current schedule of attempts; a redelivery begins a new one.
  tries integer NOT NULL DEFAULT 0,
  -- [{ at, status, durationMs, error }], all of them.
  attempts jsonb NOT NULL DEFAULT '[]',
  next_attempt_at timestamptz,
  leased_by uuid,
  leased_until timestamptz,
  lease bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX deliveries_due ON deliveries (tenant_id, endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX deliveries_under_way ON deliveries (tenant_id, endpoint_id) WHERE leased_until IS NOT NULL;
CREATE INDEX deliveries_listed ON deliveries (tenant_id, endpoint_id, created_at, id);
CREATE INDEX deliveries_of_event ON deliveries (tenant_id, event_id);
CREATE INDEX deliveries_to_forget ON deliveries (finished_at) WHERE status <> 'pending';
-- Requested deliveries are sent before the rest, however many there are.
CREATE INDEX deliveries_asked ON deliveries (tenant_id, endpoint_id, next_attempt_at) WHERE status = 'pending' AND asked;
-- The platform's operator counts deliveries that were given up; without this the whole log of 30 days is read for it.
CREATE INDEX deliveries_dead ON deliveries (tenant_id, endpoint_id) WHERE status = 'dead';

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY deliveries_tenant ON deliveries
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY deliveries_job ON deliveries TO {{schema}}_job USING (true) WITH CHECK (true);
