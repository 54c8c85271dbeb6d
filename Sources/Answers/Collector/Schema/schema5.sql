-- Version 5: readers of the tables never stop storing, and neither a kiosk's boots nor a late status disturb the alerts.

-- A collector of version 4 stops by itself, because star.begin_session checks the version.

-- Creates the partition of a time's month (UTC), if it is missing. CREATE TABLE ... PARTITION OF would wait for every transaction that has
-- read star.answers, and all later readers and writers for it. ATTACH PARTITION waits only for others of its kind.
CREATE OR REPLACE FUNCTION star.make_room(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  name text := 'answers_' || to_char(month, 'YYYY_MM');
BEGIN
  IF to_regclass('star.' || name) IS NOT NULL THEN RETURN; END IF;
  -- Another collector may have created it meanwhile.
  LOCK TABLE star.answers IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('star.' || name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE star.%I (LIKE star.answers INCLUDING ALL)', name);
  EXECUTE format('ALTER TABLE star.answers ATTACH PARTITION star.%I FOR VALUES FROM (%L) TO (%L)',
    name, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
END $$;

-- Dates answers with an unsynchronised clock, once a heartbeat of the same boot had a synchronised one.
CREATE OR REPLACE FUNCTION star.date_answers(of_kiosk text, of_boot text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE known star.heartbeats; months timestamptz[]; month timestamptz;
BEGIN
  SELECT * INTO known FROM star.heartbeats WHERE kiosk = of_kiosk AND boot_id = of_boot AND synchronised_wall_ms IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  -- No partition can be attached while a query reads star.answers.
  SELECT coalesce(array_agg(DISTINCT date_trunc('month',
      star.time_of(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000), 'UTC')), '{}') INTO months
    FROM star.answers WHERE kiosk = of_kiosk AND boot_id = of_boot AND time_source IN ('unsure', 'arrival')
      AND star.is_possible(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000);
  FOREACH month IN ARRAY months LOOP PERFORM star.make_room(month); END LOOP;
  UPDATE star.answers SET time_source = 'heartbeat',
    answered_at = star.time_of(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000)
  WHERE kiosk = of_kiosk AND boot_id = of_boot AND time_source IN ('unsure', 'arrival')
    AND star.is_possible(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000);
END $$;

-- Keeps the newest 1,000 boots of a kiosk. A client may invent any number of them.
CREATE FUNCTION star.drop_old_boots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM star.heartbeats h USING (SELECT DISTINCT kiosk FROM fresh) f CROSS JOIN LATERAL (
    SELECT received_at, boot_id FROM star.heartbeats o WHERE o.kiosk = f.kiosk ORDER BY 1 DESC, 2 DESC OFFSET 999 LIMIT 1
  ) oldest WHERE h.kiosk = f.kiosk AND (h.received_at, h.boot_id) < (oldest.received_at, oldest.boot_id);
  RETURN NULL;
END $$;
CREATE TRIGGER drop_old_boots AFTER INSERT ON star.heartbeats REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION star.drop_old_boots();

-- The kiosks whose ID two machines have, as after a card was copied: two boots of the last day ran at the same time for more than a minute.
-- Each boot is compared with the one that was seen last among those that began before it.
CREATE OR REPLACE VIEW star.duplicate_ids AS
  WITH boots AS (
    SELECT kiosk, synchronised_wall_ms AS seen_ms, synchronised_wall_ms - synchronised_monotonic_ns / 1000000 AS began_ms
    FROM star.heartbeats
    WHERE received_at > now() - interval '1 day' AND boot_id <> '' AND synchronised_wall_ms IS NOT NULL AND synchronised_monotonic_ns IS NOT NULL
  ), pairs AS (
    SELECT *, max(seen_ms) OVER (PARTITION BY kiosk ORDER BY began_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS others_seen_ms
    FROM boots
  )
  SELECT DISTINCT kiosk FROM pairs WHERE seen_ms - began_ms > 60000 AND others_seen_ms - began_ms > 60000;

-- When the boot's heartbeat before the newest one was received.
ALTER TABLE star.heartbeats ADD COLUMN previous_at timestamptz;
CREATE FUNCTION star.note_previous() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.previous_at := star.past(OLD.received_at);
  RETURN NEW;
END $$;
CREATE TRIGGER note_previous BEFORE UPDATE ON star.heartbeats FOR EACH ROW WHEN (NEW.monotonic_ns > OLD.monotonic_ns)
  EXECUTE FUNCTION star.note_previous();

-- The newest status and heartbeat of every kiosk. Unlike star.kiosks, this does not read the heartbeats of all boots. Two heartbeats more than
-- a minute after "offline" show that it was late: an earlier connection's last message, which the broker published after "online".
CREATE OR REPLACE VIEW star.latest AS
  WITH RECURSIVE beats AS (
    (SELECT kiosk FROM star.heartbeats ORDER BY kiosk LIMIT 1)
    UNION ALL
    SELECT (SELECT h.kiosk FROM star.heartbeats h WHERE h.kiosk > b.kiosk ORDER BY h.kiosk LIMIT 1) FROM beats b WHERE b.kiosk IS NOT NULL
  ), names AS (SELECT kiosk FROM star.statuses UNION SELECT kiosk FROM beats WHERE kiosk IS NOT NULL)
  SELECT n.kiosk, CASE WHEN s.status = 'offline' AND h.previous_at > s.received_at + interval '1 minute' THEN 'online' ELSE s.status END AS status,
    s.since, greatest(s.received_at, h.received_at) AS last_sign, h.backlog, h.faults
  FROM names n LEFT JOIN star.statuses s USING (kiosk) LEFT JOIN LATERAL (
    SELECT * FROM star.heartbeats b WHERE b.kiosk = n.kiosk ORDER BY received_at DESC LIMIT 1
  ) h ON true;

-- The answers of the last day that `low` counts. If a clock is behind, the time since the boot's newest heartbeat dates its answers.
CREATE VIEW star.recent_answers AS
  SELECT kiosk, question, kind, value, fraction, answered_at AS moment, received_at, sequence FROM star.answers_counted
  WHERE value IS NOT NULL AND answered_at > now() - interval '1 day'
  UNION ALL
  SELECT a.kiosk, a.question, a.kind, a.value, a.fraction, h.received_at - (h.monotonic_ns - a.monotonic_ns) / 1e9 * interval '1 s',
    a.received_at, a.sequence
  FROM star.answers_counted a JOIN star.heartbeats h USING (kiosk, boot_id)
  WHERE a.value IS NOT NULL AND a.answered_at <= now() - interval '1 day' AND a.time_source IN ('unsure', 'arrival') AND boot_id <> ''
    AND h.received_at > now() - interval '1 day' AND h.monotonic_ns - a.monotonic_ns < 86400 * 1e9
    AND h.received_at - (h.monotonic_ns - a.monotonic_ns) / 1e9 * interval '1 s' > now() - interval '1 day';

CREATE OR REPLACE VIEW star.silent_kiosks AS
  WITH hours AS (
    SELECT kiosk, date_trunc('hour', answered_at) AS hour, count(*) AS answers FROM star.answers
    WHERE answered_at >= now() - interval '56 days' AND answered_at < now() GROUP BY 1, 2
  ), seen AS (
    -- An answer whose clock may be wrong shows that the kiosk was in use before it arrived.
    SELECT kiosk, min(answered_at) AS first_answer,
      max(CASE WHEN time_source IN ('kiosk', 'heartbeat') THEN answered_at ELSE greatest(answered_at, received_at) END) AS last_answer
    FROM star.answers WHERE answered_at >= now() - interval '56 days' AND answered_at < now() GROUP BY 1
  ), usual AS (
    -- Per hour of the week, over the weeks since the first answer.
    SELECT kiosk, extract(isodow FROM hour) AS weekday, extract(hour FROM hour) AS hour,
      sum(answers) / greatest(1, extract(epoch FROM now() - first_answer) / 604800) AS answers
    FROM hours JOIN seen USING (kiosk) GROUP BY kiosk, 2, 3, first_answer
  ), expected AS (
    SELECT s.kiosk, s.last_answer, sum(u.answers) AS answers
    FROM seen s, generate_series(date_trunc('hour', s.last_answer) + interval '1 hour', now() - interval '1 hour', interval '1 hour') moment
    JOIN usual u ON u.weekday = extract(isodow FROM moment) AND u.hour = extract(hour FROM moment)
    WHERE u.kiosk = s.kiosk GROUP BY s.kiosk, s.last_answer
  )
  SELECT kiosk, last_answer, now() - last_answer AS silence, round(answers::numeric, 1) AS expected_answers
  FROM expected WHERE answers >= 7;
COMMENT ON VIEW star.silent_kiosks IS
  'Kiosks without an answer for hours in which they usually get seven or more: by chance, one in a thousand. Look at the touchscreen';

-- Raises and ends alerts, but does not raise `silent`. Another collector may do the same at the same time. All times are the database's.
--
-- patience: how long a kiosk must be offline for an alert, and online again for its end.
-- enough, newest: `enough` low ones among a question's `newest` answers within a day raise an alert; half as many end it.
CREATE OR REPLACE FUNCTION star.watch(wanted integer, patience interval, enough integer, newest integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE state star.watching;
BEGIN
  PERFORM star.require_version(wanted);
  SELECT * INTO state FROM star.watching FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  IF state.seen > now() THEN
    PERFORM star.mend_times();
    state.since := least(state.since, now());
  ELSIF state.seen < now() - interval '1 minute' THEN
    state.since := now();
  END IF;
  UPDATE star.watching SET since = state.since, seen = now();
  -- After a break, wait until the broker has sent current statuses.
  IF state.since > now() - patience THEN RETURN; END IF;

  WITH latest AS MATERIALIZED (
    SELECT *, since < now() - patience AS is_settled,
      -- The longest time between two heartbeats is a day.
      last_sign < now() - interval '25 hours' AND state.since < now() - interval '25 hours' AS is_missing
    FROM star.latest
  ), faults AS (
    SELECT kiosk, 'fault' AS alert, fault AS detail, '' AS note FROM latest, unnest(faults) fault
    UNION SELECT kiosk, 'fault', 'duplicate_id', '' FROM star.duplicate_ids
  ), found AS (
    SELECT * FROM faults UNION
    SELECT kiosk, 'offline', '', CASE WHEN is_missing THEN 'no sign of it since ' || to_char(last_sign, 'YYYY-MM-DD HH24:MI') ELSE '' END
    FROM latest WHERE status = 'offline' AND is_settled OR is_missing
  ), staying AS (
    SELECT kiosk, alert, detail FROM faults UNION
    SELECT kiosk, 'offline', '' FROM latest WHERE status = 'offline' OR NOT is_settled OR is_missing
  ), ended AS (
    UPDATE star.alert_log l SET ended_at = now() WHERE ended_at IS NULL AND alert IN ('offline', 'fault')
      AND NOT EXISTS (SELECT FROM staying s WHERE s.kiosk = l.kiosk AND s.alert = l.alert AND s.detail = l.detail)
  ), raised AS (
    SELECT *, row_number() OVER (PARTITION BY kiosk ORDER BY alert DESC, detail) AS place FROM found f
    WHERE NOT EXISTS (SELECT FROM star.alert_log l WHERE l.kiosk = f.kiosk AND l.alert = f.alert AND l.detail = f.detail AND ended_at IS NULL)
  )
  INSERT INTO star.alert_log (kiosk, alert, detail, note) SELECT kiosk, alert, detail, note FROM raised
  -- That a kiosk is offline is always told.
  WHERE alert = 'offline' OR place <= star.alerts_left(kiosk)
  ORDER BY kiosk, alert, detail ON CONFLICT (kiosk, alert, detail) WHERE ended_at IS NULL DO NOTHING;

  WITH fresh AS (
    DELETE FROM star.low_answers RETURNING kiosk, question
  ), counted AS (
    SELECT kiosk, question, low, judged FROM (
      SELECT * FROM fresh UNION SELECT kiosk, detail FROM star.alert_log WHERE alert = 'low' AND ended_at IS NULL
    ) p CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE is_low) AS low, count(*) AS judged FROM (
        SELECT star.is_low(kind, value, fraction) AS is_low FROM star.recent_answers a
        WHERE a.kiosk = p.kiosk AND a.question = p.question
        -- Answers of a clock that was ahead came when they arrived.
        ORDER BY least(a.moment, a.received_at) DESC, a.sequence DESC LIMIT newest
      ) answers
    ) counts
  ), ended AS (
    UPDATE star.alert_log l SET ended_at = now() FROM counted c
    WHERE l.alert = 'low' AND l.ended_at IS NULL AND l.kiosk = c.kiosk AND l.detail = c.question AND 2 * low <= enough
  ), raised AS (
    SELECT *, row_number() OVER (PARTITION BY kiosk ORDER BY question) AS place FROM counted WHERE low >= enough
  )
  INSERT INTO star.alert_log (kiosk, alert, detail, note)
  SELECT kiosk, 'low', question, low || ' of the last ' || judged || ' answers were low' FROM raised
  WHERE place <= star.alerts_left(kiosk)
  ON CONFLICT (kiosk, alert, detail) WHERE ended_at IS NULL DO NOTHING;

  UPDATE star.alert_log l SET ended_at = now() WHERE alert = 'silent' AND ended_at IS NULL
    AND (EXISTS (SELECT FROM star.answers a WHERE a.kiosk = l.kiosk AND a.answered_at > l.last_answer AND a.received_at > l.raised_at)
      OR EXISTS (SELECT FROM star.answers a WHERE a.kiosk = l.kiosk AND a.time_source IN ('unsure', 'arrival') AND a.received_at > l.raised_at));
END $$;
