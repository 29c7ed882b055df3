-- The guest of a booking is an actor, too.
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_kind_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_kind_check
  CHECK (actor_kind IN ('admin_token', 'secret_key', 'operator', 'guest', 'system')) NOT VALID;
