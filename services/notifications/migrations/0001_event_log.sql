-- The event log: what happened to a tenant's stays, in the bodies that webhook receivers see, 30 days of it.

CREATE TABLE events (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The public type, such as reservation.confirmed.
  type text NOT NULL,
  livemode boolean NOT NULL,
  occurred_at timestamptz NOT NULL,
  reservation_id uuid NOT NULL,
  -- One series per reservation over all types, given when the event is logged.
  sequence bigint NOT NULL,
  object jsonb NOT NULL,
  logged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT events_sequence_once UNIQUE (tenant_id, reservation_id, sequence)
);
CREATE INDEX events_in_order ON events (tenant_id, logged_at, id);
CREATE INDEX events_to_forget ON events (logged_at);

CREATE TABLE event_sequences (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, reservation_id)
);

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY events_tenant ON events
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY events_job ON events TO notifications_job USING (true) WITH CHECK (true);

ALTER TABLE event_sequences ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_sequences FORCE ROW LEVEL SECURITY;
CREATE POLICY event_sequences_tenant ON event_sequences
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
