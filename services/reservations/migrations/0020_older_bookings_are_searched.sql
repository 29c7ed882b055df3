-- Progress of the job that adds, to bookings which were made before, the beginnings by which they are found. It begins
-- when no process of a version without them writes bookings any more. An empty database has none: it is finished.
CREATE TABLE search_backfill (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  begins_at timestamptz NOT NULL,
  -- The last booking that was visited, in the order of the primary key of reservations.
  after_tenant_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  finished_at timestamptz
);
INSERT INTO search_backfill (begins_at, finished_at)
  SELECT now() + interval '15 minutes', CASE WHEN pg_relation_size('{{schema}}.reservations') = 0 THEN now() END;

ALTER TABLE search_backfill ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_backfill FORCE ROW LEVEL SECURITY;
CREATE POLICY search_backfill_job ON search_backfill TO {{schema}}_job USING (true) WITH CHECK (true);
CREATE POLICY reservation_search_job ON reservation_search TO {{schema}}_job USING (true) WITH CHECK (true);
