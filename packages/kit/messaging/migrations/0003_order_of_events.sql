-- The relay looks up the earlier events of an aggregate, published ones too.
CREATE INDEX outbox_of_aggregate ON outbox (tenant_id, aggregate_id, position);
DROP INDEX outbox_waiting_of_aggregate;

-- Events that arrived before an earlier one of their aggregate, by consumer. They are processed after it.
CREATE TABLE deferred_events (
  tenant_id uuid NOT NULL,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  stream text NOT NULL,
  subject text NOT NULL,
  aggregate_id text NOT NULL,
  -- The events that come first, of the types that the consumer handles.
  predecessors uuid[] NOT NULL,
  payload bytea NOT NULL,
  -- Those that failed; an attempt that found no predecessor is none.
  attempts integer NOT NULL DEFAULT 0,
  deferred_at timestamptz NOT NULL DEFAULT now(),
  -- The end of the lease while an attempt runs.
  next_attempt_at timestamptz NOT NULL DEFAULT now() + interval '1 second',
  PRIMARY KEY (tenant_id, consumer, event_id)
);
CREATE INDEX deferred_events_due ON deferred_events (consumer, stream, next_attempt_at);

ALTER TABLE deferred_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE deferred_events FORCE ROW LEVEL SECURITY;
CREATE POLICY deferred_events_tenant ON deferred_events
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
DO $$
BEGIN
  EXECUTE format('CREATE POLICY deferred_events_job ON deferred_events TO %I USING (true) WITH CHECK (true)',
    current_schema() || '_job');
END
$$;
