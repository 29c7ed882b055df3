-- What a tenant sells: room types and resources.

CREATE TABLE room_types (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  max_occupancy integer NOT NULL,
  max_adults integer NOT NULL,
  max_children integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT room_types_code_taken UNIQUE (tenant_id, code)
);
CREATE INDEX room_types_in_order ON room_types (tenant_id, created_at, id);

ALTER TABLE room_types ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_types FORCE ROW LEVEL SECURITY;
CREATE POLICY room_types_tenant ON room_types
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

CREATE TABLE resources (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  capacity integer NOT NULL,
  currency text NOT NULL,
  timezone text NOT NULL,
  units integer NOT NULL,
  photo_urls text[] NOT NULL,
  room_type_id uuid,
  -- Incremented by every change of the resource, its plans, prices or restrictions, in the transaction of the change. A cache
  -- of these is compared with the version that each read of the claims returns.
  config_version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  check_in_time text NOT NULL DEFAULT '15:00',
  check_out_time text NOT NULL DEFAULT '11:00',
  -- The code of a policy as the policy shows it; no foreign key, because a policy has a row for each version.
  cancellation_policy_code text,
  deposit jsonb,
  description text,
  features text[] NOT NULL DEFAULT '{}',
  -- Since when it is off sale; null: it is on sale.
  archived_at timestamptz,
  FOREIGN KEY (tenant_id, room_type_id) REFERENCES room_types (tenant_id, id),
  CONSTRAINT resources_slug_taken UNIQUE (tenant_id, slug),
  CONSTRAINT resources_kind_known CHECK (kind IN ('hotel_room', 'apartment', 'villa', 'generic')),
  CONSTRAINT resources_lodging_has_room_type CHECK ((kind = 'generic') = (room_type_id IS NULL)),
  CONSTRAINT resources_have_units CHECK (units > 0 AND capacity > 0)
);
CREATE INDEX resources_in_order ON resources (tenant_id, created_at, id);
CREATE INDEX resources_of_room_type ON resources (tenant_id, room_type_id);
CREATE INDEX resources_by_policy ON resources (tenant_id, cancellation_policy_code)
  WHERE cancellation_policy_code IS NOT NULL;
CREATE INDEX resources_searchable ON resources (tenant_id, created_at, id) WHERE archived_at IS NULL;
-- Resources of one kind, and of one room type and kind, in the order in which alternatives are searched: those of another
-- kind are not read.
CREATE INDEX resources_of_kind_in_order ON resources (tenant_id, kind, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX resources_of_type_and_kind ON resources (tenant_id, room_type_id, kind, created_at, id) WHERE archived_at IS NULL;

-- While a table has no statistics, the planner estimates all indexes that begin with the tenant alike and takes the youngest
-- of them. So the primary key is made last: a claim finds its resource by it, and not by resources_of_room_type and a filter
-- over all resources of the tenant.
ALTER TABLE resources ADD PRIMARY KEY (tenant_id, id);

ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
CREATE POLICY resources_tenant ON resources
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
