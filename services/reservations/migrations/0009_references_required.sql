ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
ALTER TABLE reservations ADD CONSTRAINT reservations_reference CHECK (reference IS NOT NULL) NOT VALID;
DROP PROCEDURE fill_references();
