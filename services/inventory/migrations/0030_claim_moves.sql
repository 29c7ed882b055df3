-- A claim that was moved keeps its id: how often it was moved, and when last. A part is a lease that a change of a stay needs
-- beyond the claim of the stay until it is paid.
ALTER TABLE claims
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  ADD COLUMN moved_at timestamptz,
  ADD COLUMN part_of uuid;

-- The result of each move, so that a repeated request has that of the first one; for 30 days. Without a state: the move was
-- given up before it was made, and is not made any more.
CREATE TABLE claim_moves (
  tenant_id uuid NOT NULL,
  move_id uuid NOT NULL,
  claim_id uuid NOT NULL,
  state text CHECK (state IN ('held', 'confirmed')),
  revision integer,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, move_id),
  CONSTRAINT claim_moves_whole CHECK ((state IS NULL) = (revision IS NULL))
);
CREATE INDEX claim_moves_by_age ON claim_moves (at);

ALTER TABLE claim_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE claim_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY claim_moves_tenant ON claim_moves
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
-- For the purge.
CREATE POLICY claim_moves_job ON claim_moves TO {{schema}}_job USING (true) WITH CHECK (true);
