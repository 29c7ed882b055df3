-- Events to publish (outbox), events that were handled (inbox), events that wait for an earlier one (deferred events), and
-- those that could not be handled (dead letters). A request sees its own tenant's rows; the relay, the sweepers and the
-- bookkeeping of consumers work under the job role.

CREATE TABLE outbox (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  aggregate_id text NOT NULL,
  aggregate_version bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  envelope text NOT NULL,
  traceparent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The lease of the relay that is publishing this row; the write back is fenced on (owner, attempt).
  owner uuid,
  attempt integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- Where the broker acknowledged it: a stream that was created again under its name is another incarnation.
  published_at timestamptz,
  stream_incarnation text,
  stream_sequence bigint,
  -- How often the event was sent once more on purpose. The broker distinguishes the messages by it, also within the time in
  -- which it drops duplicates.
  resent integer NOT NULL DEFAULT 0,
  CONSTRAINT outbox_event_once UNIQUE (tenant_id, id),
  CONSTRAINT outbox_acknowledged_whole CHECK (
    (published_at IS NULL) = (stream_incarnation IS NULL) AND (published_at IS NULL) = (stream_sequence IS NULL)
  )
)
-- A row is leased and released while it waits, which touches no index: with room on its page that is a light update.
WITH (fillfactor = 60);
CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL;
CREATE INDEX outbox_acknowledged ON outbox (stream_incarnation, stream_sequence) WHERE published_at IS NOT NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
-- The relay looks up the earlier events of an aggregate, published ones too.
CREATE INDEX outbox_of_aggregate ON outbox (tenant_id, aggregate_id, position);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY outbox_tenant ON outbox
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY outbox_job ON outbox TO {{schema}}_job USING (true) WITH CHECK (true);

CREATE TABLE inbox (
  tenant_id uuid NOT NULL,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, consumer, event_id)
);
CREATE INDEX inbox_received ON inbox (received_at);

ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY inbox_tenant ON inbox
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY inbox_job ON inbox TO {{schema}}_job USING (true) WITH CHECK (true);

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
  -- Failed ones; an attempt that found no predecessor does not count.
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
CREATE POLICY deferred_events_job ON deferred_events TO {{schema}}_job USING (true) WITH CHECK (true);

CREATE TABLE dead_letters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  consumer text NOT NULL,
  stream text NOT NULL,
  subject text NOT NULL,
  -- Unknown where the message could not be read.
  tenant_id uuid,
  event_id uuid,
  payload bytea NOT NULL,
  digest bytea GENERATED ALWAYS AS (sha256(payload)) STORED,
  error text NOT NULL,
  attempts integer NOT NULL,
  died_at timestamptz NOT NULL DEFAULT now(),
  replay_requested_at timestamptz,
  locked_until timestamptz,
  replayed_at timestamptz
);
CREATE UNIQUE INDEX dead_letters_open_once ON dead_letters (consumer, stream, subject, digest) WHERE replayed_at IS NULL;
CREATE INDEX dead_letters_to_replay ON dead_letters (consumer, stream, replay_requested_at)
  WHERE replay_requested_at IS NOT NULL AND replayed_at IS NULL;
-- A timeline reads the newest dead letters of its tenant.
CREATE INDEX dead_letters_of_tenant ON dead_letters (tenant_id, died_at DESC);

ALTER TABLE dead_letters ENABLE ROW LEVEL SECURITY;
ALTER TABLE dead_letters FORCE ROW LEVEL SECURITY;
CREATE POLICY dead_letters_tenant ON dead_letters
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY dead_letters_job ON dead_letters TO {{schema}}_job USING (true) WITH CHECK (true);
