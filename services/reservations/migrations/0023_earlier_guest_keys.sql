-- Earlier secrets of GUEST_DATA_SECRET, by their ids: what tells whether a guest is still sealed with one, so that a process
-- without it does not start; and the key of the fingerprints that it made, which cannot be made again.
CREATE TABLE earlier_guest_keys (
  key_id text PRIMARY KEY,
  -- Sealed with the secret that replaced it.
  sealed_fingerprint_key text NOT NULL,
  -- Since when no guest is known that it has sealed; null while there is one.
  emptied_at timestamptz
);

ALTER TABLE earlier_guest_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE earlier_guest_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY earlier_guest_keys_job ON earlier_guest_keys TO {{schema}}_job USING (true) WITH CHECK (true);
