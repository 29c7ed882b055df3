-- Who placed a hold with a publishable key, as a keyed hash of key and client address, and the nights times units it holds.
ALTER TABLE reservations ADD COLUMN client_hash text;
ALTER TABLE reservations ADD COLUMN held_unit_nights integer;

CREATE INDEX reservations_open_of_client ON reservations (tenant_id, client_hash, hold_expires_at)
  WHERE client_hash IS NOT NULL AND state IN ('pending', 'held');

-- The open holds of a client, under a lock until the end of the transaction: requests of one client are counted one after
-- the other. Volatile, so that the query sees what was committed while the lock was waited for.
CREATE FUNCTION lock_open_holds(of_tenant uuid, of_client text)
  RETURNS TABLE (holds bigint, unit_nights bigint) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_tenant::text || of_client, 0));
  RETURN QUERY SELECT count(*), coalesce(sum(r.held_unit_nights), 0)::bigint FROM {{schema}}.reservations AS r
    WHERE r.tenant_id = of_tenant AND r.client_hash = of_client AND r.state IN ('pending', 'held')
      AND r.hold_expires_at > clock_timestamp();
END $$;

-- When codes were mailed within the last hour, for a recipient or for a client; both are keyed hashes.
CREATE TABLE guest_code_sends (
  tenant_id uuid NOT NULL,
  bucket text NOT NULL,
  sent_at timestamptz[] NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, bucket)
);
CREATE INDEX guest_code_sends_age ON guest_code_sends (updated_at);

ALTER TABLE guest_code_sends ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_code_sends FORCE ROW LEVEL SECURITY;
CREATE POLICY guest_code_sends_tenant ON guest_code_sends
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY guest_code_sends_job ON guest_code_sends TO {{schema}}_job USING (true) WITH CHECK (true);
