-- What a resource is described and found by, and since when it is off sale (null: it is on sale).

ALTER TABLE resources
  ADD COLUMN description text,
  ADD COLUMN features text[] NOT NULL DEFAULT '{}',
  ADD COLUMN archived_at timestamptz;
CREATE INDEX resources_searchable ON resources (tenant_id, created_at, id) WHERE archived_at IS NULL;
