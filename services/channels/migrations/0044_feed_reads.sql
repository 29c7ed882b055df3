-- What the fetches of each imported calendar came to; the last 200 of a connection are kept.
CREATE TABLE feed_reads (
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  outcome text NOT NULL,
  events integer NOT NULL,
  added integer NOT NULL,
  moved integer NOT NULL,
  removed integer NOT NULL,
  duration_ms integer NOT NULL,
  error text,
  PRIMARY KEY (tenant_id, connection_id, created_at, id),
  CONSTRAINT feed_reads_outcome_known CHECK (outcome IN ('accepted', 'unchanged', 'rejected', 'quarantined')),
  CONSTRAINT feed_reads_of_connection FOREIGN KEY (tenant_id, connection_id)
    REFERENCES connections (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE feed_reads ENABLE ROW LEVEL SECURITY;
ALTER TABLE feed_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY feed_reads_tenant ON feed_reads
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- The events before and after the fetch that was quarantined last; null in a row that an earlier version quarantined.
ALTER TABLE connections ADD COLUMN quarantined_events_before integer;
ALTER TABLE connections ADD COLUMN quarantined_events_now integer;
-- The blocks that inventory has of the connection.
ALTER TABLE connections ADD COLUMN block_count integer NOT NULL DEFAULT 0;
