-- The hold ended and was confirmed by the money that had come in: what is due later of the stay is still taken.
-- False for ledgers that ended before: which of them are stays is not known here.
ALTER TABLE ledgers ADD COLUMN only_hold_ended boolean NOT NULL DEFAULT false;
