-- What was sold, as it was sold: the itemised price and the conditions. Version 1 is inserted with the reservation.
CREATE TABLE reservation_terms (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  version integer NOT NULL,
  bill jsonb NOT NULL,
  policy jsonb,
  schedule jsonb NOT NULL,
  -- The total in the currency that the request asked to show, and its rate.
  display jsonb,
  -- Why this version replaced the one before.
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id, version),
  CONSTRAINT reservation_terms_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE reservation_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY reservation_terms_tenant ON reservation_terms
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
