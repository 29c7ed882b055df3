-- The language that the mail of the code was asked in: the booking gets it with the verification.
ALTER TABLE guest_codes ADD COLUMN language text;
