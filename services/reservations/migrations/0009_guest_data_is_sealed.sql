-- E-mail, name and phone of the guest, sealed (AES-256-GCM), and a keyed hash by which a guest's bookings are found.
ALTER TABLE reservations ADD COLUMN guest_sealed text;
ALTER TABLE reservations ADD COLUMN guest_email_hash text;

CREATE INDEX reservations_of_guest_hash ON reservations (tenant_id, guest_email_hash, created_at, id)
  WHERE state <> 'pending' AND guest_email_hash IS NOT NULL;
-- Rows that the version before wrote.
CREATE INDEX reservations_with_clear_guest ON reservations (created_at)
  WHERE guest_email IS NOT NULL OR guest_name IS NOT NULL OR guest_phone IS NOT NULL;

-- The version before reads and writes the clear columns. Until clear_until, while a rollout may run, the new one writes
-- them too; then it seals what there is. An empty database has no version before: it seals from the start.
CREATE TABLE guest_sealing (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  clear_until timestamptz NOT NULL,
  -- When no clear row was left.
  finished_at timestamptz
);
INSERT INTO guest_sealing (clear_until)
  SELECT now() + CASE WHEN pg_relation_size('{{schema}}.reservations') > 0 THEN interval '15 minutes' ELSE interval '0' END;

ALTER TABLE guest_sealing ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_sealing FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_sealing_job ON guest_sealing TO {{schema}}_job USING (true) WITH CHECK (true);
