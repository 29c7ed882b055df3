-- Changes of a stay: the payment of one that waits for it, and what goes back for one that was applied.
ALTER TABLE payments ADD COLUMN change_id uuid;
ALTER TABLE refunds ADD COLUMN change_id uuid;

CREATE TABLE change_settlements (
  tenant_id uuid NOT NULL,
  change_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  -- From then on no payment for the change is opened.
  closed_at timestamptz NOT NULL,
  -- The order in which changes were settled; null for one that was not. The last one says what is to be returned.
  position integer,
  keep_minor_units bigint CHECK (keep_minor_units >= 0),
  -- What was here, and what of it goes back.
  net_minor_units bigint,
  back_minor_units bigint CHECK (back_minor_units >= 0),
  -- With what refunds of earlier changes had returned, or were returning, by then.
  total_minor_units bigint,
  -- What the operator had returned by then.
  returned_minor_units bigint,
  -- What of it earlier changes had owed.
  handed_back_minor_units bigint,
  PRIMARY KEY (tenant_id, change_id),
  CONSTRAINT change_settlements_whole CHECK (num_nulls(position, keep_minor_units, net_minor_units, back_minor_units,
    total_minor_units, returned_minor_units, handed_back_minor_units) IN (0, 7)),
  CONSTRAINT change_settlements_ledger FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES ledgers (tenant_id, reservation_id)
);
CREATE INDEX change_settlements_of_reservation ON change_settlements (tenant_id, reservation_id);

ALTER TABLE change_settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY change_settlements_tenant ON change_settlements
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
