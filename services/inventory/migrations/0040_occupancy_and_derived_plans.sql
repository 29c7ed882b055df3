-- What guests beyond those of the base amount pay, and plans whose nights are those of another plan of the resource.

-- Null: the amount does not depend on the guests. Amounts in it are text.
ALTER TABLE pricing ADD COLUMN occupancy jsonb;

-- Null: the plan has prices of its own. The parent is named by its code, which never changes; its row stays as long as the
-- resource. The pricing row of a derived plan is kept without effect.
ALTER TABLE rate_plans ADD COLUMN derived_from jsonb;
