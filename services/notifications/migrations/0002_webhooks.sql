-- Webhook endpoints and deliveries; events keep the body as it is sent, and their place in the tenant's log.

-- Places are handed out under a lock that is held until the commit, so that none shows before a smaller one.
CREATE TABLE event_positions (
  tenant_id uuid PRIMARY KEY,
  last_position bigint NOT NULL
);
ALTER TABLE event_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY event_positions_tenant ON event_positions
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

ALTER TABLE events ADD COLUMN position bigint, ADD COLUMN body text, ADD COLUMN traceparent text;
-- The owner has to see the rows of every tenant for once.
ALTER TABLE events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE event_positions NO FORCE ROW LEVEL SECURITY;
UPDATE events SET position = numbered.position
FROM (SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id ORDER BY logged_at, sequence, id) AS position
      FROM events) AS numbered
WHERE events.tenant_id = numbered.tenant_id AND events.id = numbered.id;
UPDATE events SET body = '{"id":' || to_json(id) || ',"type":' || to_json(type)
  || ',"timestamp":"' || to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","apiVersion":"v1","livemode":' || livemode::text || ',"sequence":' || sequence
  || ',"data":{"object":' || object::text || '}}';
INSERT INTO event_positions (tenant_id, last_position) SELECT tenant_id, max(position) FROM events GROUP BY tenant_id;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
ALTER TABLE event_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE events ALTER COLUMN position SET NOT NULL, ALTER COLUMN body SET NOT NULL, DROP COLUMN object;
DROP INDEX events_in_order;
CREATE UNIQUE INDEX events_in_order ON events (tenant_id, position);
CREATE INDEX events_of_reservation ON events (tenant_id, reservation_id, position);
CREATE INDEX events_of_type ON events (tenant_id, type, position);

CREATE TABLE webhook_endpoints (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  sealed_secret text NOT NULL,
  -- [{ sealed, until }]: secrets that a rotation replaced and that still sign.
  old_secrets jsonb NOT NULL DEFAULT '[]',
  -- Failed tries in a row.
  failure_count bigint NOT NULL DEFAULT 0,
  -- The first of those.
  failing_since timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  -- After many failures in a row nothing is tried before this.
  paused_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_endpoints_listed ON webhook_endpoints (tenant_id, created_at, id);
CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints (tenant_id, id) WHERE NOT enabled;

CREATE TABLE deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- Only of what is not in the log; otherwise the body is the event's.
  body text,
  traceparent text,
  -- Somebody asked for this very delivery, so it goes out though the endpoint is disabled.
  asked boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'dead')),
  -- Of the schedule that is under way; a redelivery begins a new one.
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

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY webhook_endpoints_tenant ON webhook_endpoints
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY webhook_endpoints_job ON webhook_endpoints TO notifications_job USING (true) WITH CHECK (true);

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY deliveries_tenant ON deliveries
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY deliveries_job ON deliveries TO notifications_job USING (true) WITH CHECK (true);
