-- The generation of the links of a booking: a link of an earlier one is not valid any more. Without a row it is 0.
CREATE TABLE guest_links (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  generation integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, reservation_id),
  CONSTRAINT guest_links_reservation FOREIGN KEY (tenant_id, reservation_id)
    REFERENCES reservations (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE guest_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_links FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_links_tenant ON guest_links
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- Keys that sign the tokens of links.
ALTER TABLE signing_keys DROP CONSTRAINT signing_keys_known_use;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_known_use CHECK (use IN ('quote', 'guest', 'manage')) NOT VALID;
