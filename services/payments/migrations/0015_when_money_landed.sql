-- When the ledger first had a payment as paid, by the clock of this database: what landed after a stay had ended goes back.
-- Null for payments that are not paid, and for those that were paid before.
ALTER TABLE payments ADD COLUMN landed_at timestamptz;
