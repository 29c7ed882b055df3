-- Why a dead letter was ended without its event having been processed; `replayed_at` is then the time of that.
ALTER TABLE dead_letters ADD COLUMN dismissed_reason text;
