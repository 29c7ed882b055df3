-- A booking that is not held any more awaits no payment handle; earlier versions left the mark on cancelled ones. The owner
-- of the table is subject to row level security as well.
ALTER TABLE reservations NO FORCE ROW LEVEL SECURITY;
UPDATE reservations SET awaits_payment_handle = false
 WHERE awaits_payment_handle AND state NOT IN ('pending', 'held');
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
