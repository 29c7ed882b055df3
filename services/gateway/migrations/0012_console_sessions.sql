-- A session of the console is in a cookie (kind `cookie`, last_seen_at not null), one of a token is a bearer. A release
-- before this one makes bearers alone, and refuses cookies: it does not know their prefix.
ALTER TABLE operator_sessions
  ADD COLUMN kind text NOT NULL DEFAULT 'bearer' CHECK (kind IN ('bearer', 'cookie')),
  ADD COLUMN last_seen_at timestamptz;
