-- Of a stay whose guest has left: its units stay taken up to its end, but nobody is there who could be in a conflict.

ALTER TABLE claims ADD COLUMN left_at timestamptz;
