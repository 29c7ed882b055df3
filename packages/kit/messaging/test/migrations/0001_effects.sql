-- What the events of the tests bring about.
CREATE TABLE effects (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL
);
