-- What a service has to tell (outbox), what it has already acted on (inbox), and what it could not act on (dead letters).

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
  -- Where the broker acknowledged it: a stream made again under its old name is another incarnation.
  published_at timestamptz,
  stream_incarnation text,
  stream_sequence bigint,
  CONSTRAINT outbox_event_once UNIQUE (tenant_id, id),
  CONSTRAINT outbox_acknowledged_whole CHECK (
    (published_at IS NULL) = (stream_incarnation IS NULL) AND (published_at IS NULL) = (stream_sequence IS NULL)
  )
);
CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL;
CREATE INDEX outbox_waiting_of_aggregate ON outbox (tenant_id, aggregate_id, position) WHERE published_at IS NULL;
CREATE INDEX outbox_acknowledged ON outbox (stream_incarnation, stream_sequence) WHERE published_at IS NOT NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

CREATE TABLE inbox (
  tenant_id uuid NOT NULL,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, consumer, event_id)
);
CREATE INDEX inbox_received ON inbox (received_at);

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

-- A request sees its own tenant's rows; the relay, the sweepers and the consumers' bookkeeping work as the job role.
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['outbox', 'inbox', 'dead_letters'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', kept);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kept);
    EXECUTE format(
      'CREATE POLICY %I ON %I USING (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)'
      ' WITH CHECK (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      kept || '_tenant', kept);
    EXECUTE format('CREATE POLICY %I ON %I TO %I USING (true) WITH CHECK (true)',
      kept || '_job', kept, current_schema() || '_job');
  END LOOP;
END
$$;
