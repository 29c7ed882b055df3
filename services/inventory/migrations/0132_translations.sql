-- The texts of records in other languages, by language tag. Those of taxes and policies stand in their bodies.
ALTER TABLE room_types ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
ALTER TABLE resources ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
ALTER TABLE rate_plans ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
