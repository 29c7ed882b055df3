-- without a transaction

-- What is old is found in the order of the stream. The release before this one reads the table for it, every ten minutes.
DROP INDEX CONCURRENTLY IF EXISTS outbox_published;
