-- A row is leased and given back while it waits, which touches no index: with room on its page that is a light update.
ALTER TABLE outbox SET (fillfactor = 60);
