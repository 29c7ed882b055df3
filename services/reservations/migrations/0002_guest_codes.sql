-- The one-time codes of a hold: a keyed digest of the newest one, and the counters that limit mails and tries.

CREATE TABLE guest_codes (
  tenant_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  digest text,
  expires_at timestamptz,
  wrong_tries integer NOT NULL DEFAULT 0,
  used boolean NOT NULL DEFAULT false,
  sent_at timestamptz[] NOT NULL DEFAULT '{}',
  tried_at timestamptz[] NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reservation_id),
  FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_codes_whole CHECK ((digest IS NULL) = (expires_at IS NULL))
);
CREATE INDEX guest_codes_age ON guest_codes (updated_at);

ALTER TABLE guest_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_codes_tenant ON guest_codes
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_codes_job ON guest_codes TO {{schema}}_job USING (true) WITH CHECK (true);
