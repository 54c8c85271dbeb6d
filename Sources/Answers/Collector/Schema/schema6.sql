-- Version 6: names and places of kiosks, and alerts about the share of low answers and about an index (star.watch_limits, in version 8).

-- A collector of version 5 stops by itself, because star.begin_session checks the version.

-- What people call the kiosk, and where it stands, from the whole to the part; NULL and empty if it has not sent them.
ALTER TABLE star.statuses ADD COLUMN name text, ADD COLUMN place text[] NOT NULL DEFAULT '{}';

-- Version 8 has the function that prepares a session, and this one creates a part of its temporary tables.
ALTER FUNCTION star.begin_session(integer, text) RENAME TO begin_tables;

-- Stores the statuses. `clock_ms` is the time of the clock that gave `received_ms`, so that only its differences count. "offline" comes from
-- the broker as the courier left it there, so it names and places the kiosk as the courier did when it connected.
CREATE OR REPLACE FUNCTION star.store_statuses(clock_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star.statuses AS s (kiosk, status, since, received_at, heard_at, time_zone, groups, name, place)
  SELECT DISTINCT ON (kiosk) kiosk, status, moment,
    coalesce(max(moment) FILTER (WHERE NOT retained) OVER (PARTITION BY kiosk),
      (SELECT least(o.received_at, now()) FROM star.statuses o WHERE o.kiosk = n.kiosk), moment), moment, time_zone, groups, name, place
  FROM (
    SELECT kiosk, status, retained, number, time_zone, groups, name, place,
      now() - make_interval(secs => least(greatest(clock_ms - received_ms, 0), 86400000) / 1000.0) AS moment
    FROM pg_temp.new_statuses
  ) n ORDER BY kiosk, number DESC
  ON CONFLICT (kiosk) DO UPDATE SET status = excluded.status, heard_at = excluded.heard_at,
    time_zone = coalesce(excluded.time_zone, s.time_zone), groups = excluded.groups, name = excluded.name, place = excluded.place,
    received_at = greatest(least(s.received_at, now()), excluded.received_at),
    since = CASE s.status WHEN excluded.status THEN least(s.since, now()) ELSE excluded.since END
  -- A time in the future comes from a clock that was ahead.
  WHERE s.heard_at <= excluded.heard_at OR s.heard_at > now();
  -- A kiosk that comes back online is asked soon.
  UPDATE star.streams s SET ask_at = least(s.ask_at, now() + star.patience()), tries = 0
  FROM pg_temp.new_statuses n WHERE n.kiosk = s.kiosk AND n.status = 'online' AND NOT n.retained AND s.ask_at IS NOT NULL;
END $$;

ALTER TABLE star.alert_log DROP CONSTRAINT alert_log_alert_check,
  ADD CONSTRAINT alert_log_alert_check CHECK (alert IN ('offline', 'fault', 'silent', 'low', 'share', 'index'));
-- When the limits were last checked.
ALTER TABLE star.watching ADD COLUMN limits_checked timestamptz;

-- Returns whether the limits are due, which they are once a minute, and notes it, whether or not the check succeeds.
CREATE FUNCTION star.limits_are_due(wanted integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE state star.watching;
BEGIN
  PERFORM star.require_version(wanted);
  SELECT * INTO state FROM star.watching FOR UPDATE SKIP LOCKED;
  IF NOT FOUND OR state.limits_checked > now() - interval '1 minute' AND state.limits_checked <= now() THEN RETURN false; END IF;
  UPDATE star.watching SET limits_checked = now();
  RETURN true;
END $$;

-- The operator's program is told of an alert's beginning and end as the broker is, but on its own: one that fails does not repeat messages.
ALTER TABLE star.alert_log
  ADD COLUMN told integer NOT NULL DEFAULT 0,      -- messages that the program has accepted: 1 raised, 2 ended
  ADD COLUMN tell_at timestamptz DEFAULT now();    -- when it may be told the next one; NULL if there is none
UPDATE star.alert_log SET told = published, tell_at = NULL;
CREATE INDEX alert_log_to_tell ON star.alert_log (tell_at) WHERE tell_at IS NOT NULL;

CREATE OR REPLACE FUNCTION star.note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- While "raised" is in flight, its acknowledgment (star.published, star.told) schedules "ended".
  IF NEW.published = 1 THEN NEW.publish_at := now(); END IF;
  IF NEW.told = 1 THEN NEW.tell_at := now(); END IF;
  RETURN NEW;
END $$;

-- Returns the first or the second message of an alert.
CREATE FUNCTION star.alert_message(l star.alert_log, number integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', l.id, 'alert', l.alert, 'state', CASE number WHEN 1 THEN 'raised' ELSE 'ended' END, 'kiosk', l.kiosk, 'detail', l.detail,
    'note', l.note, 'raised_ms', floor(extract(epoch FROM l.raised_at) * 1000)::bigint,
    'ended_ms', CASE number WHEN 1 THEN NULL ELSE floor(extract(epoch FROM l.ended_at) * 1000)::bigint END,
    'name', (SELECT s.name FROM star.statuses s WHERE s.kiosk = l.kiosk),
    'place', coalesce((SELECT s.place FROM star.statuses s WHERE s.kiosk = l.kiosk), '{}'))::text
$$;

CREATE OR REPLACE FUNCTION star.announce(most integer) RETURNS TABLE (alert_id bigint, number integer, message text) LANGUAGE sql AS $$
  UPDATE star.alert_log l SET publish_at = now() + interval '30 s'
  FROM (
    SELECT o.id FROM star.alert_log o JOIN (
      SELECT id, row_number() OVER (PARTITION BY kiosk ORDER BY id) AS place FROM star.alert_log
      WHERE publish_at <= now() OR publish_at > now() + interval '1 minute'
    ) turns USING (id) ORDER BY place, id LIMIT most FOR UPDATE OF o SKIP LOCKED
  ) due WHERE l.id = due.id
  RETURNING l.id, l.published + 1, star.alert_message(l, l.published + 1)
$$;

-- Returns at most `most` messages for the program, of which no other collector tells it for a minute. News of more than a day ago are stale.
CREATE FUNCTION star.tell(most integer) RETURNS TABLE (alert_id bigint, number integer, message text) LANGUAGE sql AS $$
  UPDATE star.alert_log l SET tell_at = now() + interval '1 minute'
  FROM (
    SELECT id FROM star.alert_log
    WHERE (tell_at <= now() OR tell_at > now() + interval '2 minutes') AND coalesce(ended_at, raised_at) > now() - interval '1 day'
    ORDER BY tell_at, id LIMIT most FOR UPDATE SKIP LOCKED
  ) due WHERE l.id = due.id
  RETURNING l.id, l.told + 1, star.alert_message(l, l.told + 1)
$$;

-- Records that the program has accepted a message of `star.tell`.
CREATE FUNCTION star.told(alert_id bigint, number integer) RETURNS void LANGUAGE sql AS $$
  UPDATE star.alert_log SET told = number, tell_at = CASE WHEN number = 1 AND ended_at IS NOT NULL THEN now() END
  WHERE id = alert_id AND told = number - 1
$$;

-- The interface.

COMMENT ON VIEW star.alerts IS
  'Kiosks that need a look: offline, fault, silent, low (many low answers), share (of low answers), index. ended_at is NULL as long as it lasts';
