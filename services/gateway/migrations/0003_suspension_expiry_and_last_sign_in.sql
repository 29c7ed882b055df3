-- A suspended tenant is refused with its sandbox: both are one row.
ALTER TABLE tenants
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_reason text,
  ADD CONSTRAINT tenants_suspension_has_reason CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL));

ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;

ALTER TABLE operators ADD COLUMN last_sign_in_at timestamptz;
CREATE INDEX operators_in_order ON operators (tenant_id, created_at, id);
