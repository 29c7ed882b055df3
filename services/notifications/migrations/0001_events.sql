-- The event log: what happened to a tenant's stays, in the bodies that webhook receivers get, for 30 days.
CREATE TABLE events (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The public type, such as reservation.confirmed.
  type text NOT NULL,
  livemode boolean NOT NULL,
  occurred_at timestamptz NOT NULL,
  reservation_id uuid NOT NULL,
  -- One series per reservation over all types, assigned when the event is logged.
  sequence bigint NOT NULL,
  logged_at timestamptz NOT NULL DEFAULT now(),
  -- Its place in the tenant's log.
  position bigint NOT NULL,
  body text NOT NULL,
  traceparent text,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT events_sequence_once UNIQUE (tenant_id, reservation_id, sequence)
);
CREATE INDEX events_to_forget ON events (logged_at);
CREATE UNIQUE INDEX events_in_order ON events (tenant_id, position);
CREATE INDEX events_of_reservation ON events (tenant_id, reservation_id, position);
CREATE INDEX events_of_type ON events (tenant_id, type, position);

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY events_tenant ON events
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY events_job ON events TO {{schema}}_job USING (true) WITH CHECK (true);

CREATE TABLE event_sequences (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, reservation_id)
);

ALTER TABLE event_sequences ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_sequences FORCE ROW LEVEL SECURITY;
CREATE POLICY event_sequences_tenant ON event_sequences
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Positions are assigned under a lock that is held until the commit, so that none shows before a smaller one.
CREATE TABLE event_positions (
  tenant_id uuid PRIMARY KEY,
  last_position bigint NOT NULL,
  -- The minute in which deliveries are counted, and how many were inserted in it.
  deliveries_since timestamptz,
  deliveries_made integer NOT NULL DEFAULT 0,
  -- Deliveries beyond a tenant's budget wait in the log: those of events from this position on are not inserted yet; how many
  -- events these are.
  deferred_from bigint,
  deferred_events bigint NOT NULL DEFAULT 0
);
-- Tenants with deliveries that are not inserted yet are looked up every second.
CREATE INDEX event_positions_deferred ON event_positions (tenant_id) WHERE deferred_from IS NOT NULL;

ALTER TABLE event_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY event_positions_tenant ON event_positions
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- After the database was restored, the positions of all tenants continue behind those that clients may have seen.
CREATE POLICY event_positions_job ON event_positions TO {{schema}}_job USING (true) WITH CHECK (true);
