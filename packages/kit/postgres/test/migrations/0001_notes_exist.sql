-- A tenant table as every service has them, for the tests of this package.
CREATE TABLE notes (
  tenant_id uuid NOT NULL,
  id int NOT NULL,
  text text NOT NULL,
  total_minor_units bigint NOT NULL DEFAULT 0,
  day date,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY notes_tenant ON notes
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
CREATE POLICY notes_job ON notes TO {{schema}}_job USING (true) WITH CHECK (true);
