-- Version 3: rows that the database refuses are set aside; times are the database's own; what a client can cause is bounded.

-- Rows that the database refused, as the collector had prepared them for COPY, so that an operator can store them once the cause is gone.
CREATE TABLE star.set_aside (
  kiosk text NOT NULL,
  kind text NOT NULL,
  digest text NOT NULL,
  reason text NOT NULL,
  line text NOT NULL,
  times bigint NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kiosk, kind, digest)
);
COMMENT ON TABLE star.set_aside IS 'Rows that the database refused, at most 1,000 of a kiosk. Kiosks are asked again for their answers';

-- When the last message was heard. `received_at` is the last sign of life: a message that the broker had retained is none.
ALTER TABLE star.statuses ADD COLUMN heard_at timestamptz NOT NULL DEFAULT '-infinity';
-- For reports: the kiosk's time zone, NULL if it has not sent one, and its groups.
ALTER TABLE star.statuses ADD COLUMN time_zone text, ADD COLUMN groups text[] NOT NULL DEFAULT '{}';
CREATE INDEX alert_log_newest ON star.alert_log (kiosk, raised_at);

-- A collector of version 2 stops here. SQLSTATE SL001 tells it why.
CREATE OR REPLACE FUNCTION star.store(wanted integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM star.require_version(wanted);
  RETURN star.store(wanted, 0);
END $$;

-- Sets aside the rows of pg_temp.new_refusals.
CREATE FUNCTION star.set_aside(wanted integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM star.require_version(wanted);
  INSERT INTO star.set_aside AS s (kiosk, kind, digest, reason, line)
  SELECT DISTINCT ON (kiosk, kind, md5(line)) kiosk, kind, md5(line), reason, line FROM pg_temp.new_refusals n
  WHERE (SELECT count(*) FROM star.set_aside o WHERE o.kiosk = n.kiosk) < 1000
    OR EXISTS (SELECT FROM star.set_aside o WHERE o.kiosk = n.kiosk AND o.kind = n.kind AND o.digest = md5(n.line))
  ON CONFLICT (kiosk, kind, digest) DO UPDATE SET reason = excluded.reason, times = s.times + 1, last_at = now();
END $$;

-- The number of a multirange's ranges.
CREATE FUNCTION star.pieces(ranges int8multirange) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT count(*) FROM unnest(ranges) $$;

-- Notes which numbers have arrived or are absent. A stream has at most 1,000 ranges, and a kiosk 64 streams: an answer beyond that is
-- stored, but its number is not noted.
CREATE FUNCTION star.note_numbers() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two collectors must lock rows in the same order.
  INSERT INTO star.streams AS s (kiosk, journal, arrived, absent, settled)
  SELECT kiosk, journal, arrived, absent, settled FROM (
    SELECT kiosk, journal, coalesce(range_agg(arrived) FILTER (WHERE arrived IS NOT NULL), '{}') AS arrived,
      coalesce(range_agg(absent) FILTER (WHERE absent IS NOT NULL), '{}') AS absent, max(settled) AS settled,
      row_number() OVER (PARTITION BY kiosk ORDER BY journal) AS place
    FROM (
      SELECT kiosk, journal, int8range(sequence, sequence, '[]') AS arrived, NULL::int8range AS absent, sequence AS settled
      FROM pg_temp.new_answers WHERE journal IS NOT NULL
      UNION ALL SELECT kiosk, journal, NULL, NULL, CASE backlog WHEN 0 THEN sequence ELSE 0 END
      FROM pg_temp.new_heartbeats WHERE journal IS NOT NULL
      UNION ALL SELECT kiosk, journal, NULL, int8range(first, last, '[]'), 0 FROM pg_temp.new_absences
    ) news GROUP BY kiosk, journal
  ) n
  WHERE place + (SELECT count(*) FROM star.streams o WHERE o.kiosk = n.kiosk) <= 64
    OR EXISTS (SELECT FROM star.streams o WHERE o.kiosk = n.kiosk AND o.journal = n.journal)
  ORDER BY kiosk, journal
  ON CONFLICT (kiosk, journal) DO UPDATE SET
    arrived = s.arrived + excluded.arrived, absent = s.absent + excluded.absent, settled = greatest(s.settled, excluded.settled)
  WHERE NOT (excluded.arrived <@ s.arrived AND excluded.absent <@ s.absent AND excluded.settled <= s.settled)
    AND star.pieces(s.arrived + excluded.arrived) <= greatest(1000, star.pieces(s.arrived))
    AND star.pieces(s.absent + excluded.absent) <= greatest(1000, star.pieces(s.absent));
END $$;

-- Stores the statuses. `clock_ms` is the time of the clock that gave `received_ms`, so that only its differences count.
CREATE FUNCTION star.store_statuses(clock_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star.statuses AS s (kiosk, status, since, received_at, heard_at, time_zone, groups)
  SELECT DISTINCT ON (kiosk) kiosk, status, moment,
    coalesce(max(moment) FILTER (WHERE NOT retained) OVER (PARTITION BY kiosk),
      (SELECT least(o.received_at, now()) FROM star.statuses o WHERE o.kiosk = n.kiosk), moment), moment, time_zone, groups
  FROM (
    SELECT kiosk, status, retained, place, time_zone, groups,
      now() - make_interval(secs => least(greatest(clock_ms - received_ms, 0), 86400000) / 1000.0) AS moment
    FROM pg_temp.news_of_statuses
  ) n ORDER BY kiosk, place DESC
  ON CONFLICT (kiosk) DO UPDATE SET status = excluded.status, heard_at = excluded.heard_at,
    time_zone = coalesce(excluded.time_zone, s.time_zone), groups = excluded.groups,
    received_at = greatest(least(s.received_at, now()), excluded.received_at),
    since = CASE s.status WHEN excluded.status THEN least(s.since, now()) ELSE excluded.since END
  -- A time in the future comes from a clock that was ahead.
  WHERE s.heard_at <= excluded.heard_at OR s.heard_at > now();
  -- A kiosk that comes back online is asked soon.
  UPDATE star.streams s SET ask_at = least(s.ask_at, now() + star.patience()), tries = 0
  FROM pg_temp.news_of_statuses n WHERE n.kiosk = s.kiosk AND n.status = 'online' AND NOT n.retained AND s.ask_at IS NOT NULL;
END $$;

-- Returns the requests that are due, of one journal of each kiosk: at most eight ranges of at most 1,000 numbers, as many as star-courier
-- accepts. The next ones follow when the kiosk has had time to send these at 50 per second; each unsuccessful request doubles the pause.
CREATE OR REPLACE FUNCTION star.ask(most integer) RETURNS TABLE (of_kiosk text, of_journal uuid, first bigint, last bigint)
LANGUAGE plpgsql AS $$
DECLARE due record; ranges bigint; numbers bigint;
BEGIN
  FOR due IN
    SELECT s.kiosk, s.journal, s.missing, s.tries FROM star.streams s JOIN (
      SELECT DISTINCT ON (q.kiosk) q.kiosk, q.journal, q.ask_at FROM star.streams q
      -- A time far ahead comes from a clock that was once ahead.
      WHERE q.ask_at <= now() OR q.ask_at > now() + interval '3 hours' ORDER BY q.kiosk, q.ask_at
    ) chosen ON chosen.kiosk = s.kiosk AND chosen.journal = s.journal
    ORDER BY chosen.ask_at LIMIT most FOR UPDATE OF s SKIP LOCKED
  LOOP
    of_kiosk := due.kiosk;
    of_journal := due.journal;
    ranges := 0;
    numbers := 0;
    FOR first, last IN
      SELECT piece, least(piece + 999, upper(gap) - 1)
      FROM (SELECT gap FROM unnest(due.missing) gap ORDER BY gap LIMIT 8) gaps,
        generate_series(lower(gap), least(upper(gap) - 1, lower(gap) + 7999), 1000) piece
      ORDER BY piece LIMIT 8
    LOOP
      numbers := numbers + last - first + 1;
      ranges := ranges + 1;
      RETURN NEXT;
    END LOOP;
    UPDATE star.streams s SET tries = s.tries + 1,
      ask_at = now() + make_interval(secs => numbers / 50.0 + ranges * 0.5)
        + least(star.patience() * power(2, least(s.tries, 20)), interval '1 hour')
    WHERE s.kiosk = due.kiosk AND s.journal = due.journal;
  END LOOP;
END $$;

-- A time, but the present instead of one in the future. NULL stays, unlike with least().
CREATE FUNCTION star.past(moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN moment > now() THEN now() ELSE moment END
$$;

-- Moves times that are in the future to the present: the database's clock was ahead, or a collector's before version 3.
CREATE FUNCTION star.mend_times() RETURNS void LANGUAGE sql AS $$
  UPDATE star.heartbeats SET received_at = now() WHERE received_at > now();
  UPDATE star.statuses SET received_at = star.past(received_at), heard_at = star.past(heard_at), since = star.past(since)
  WHERE greatest(received_at, heard_at, since) > now();
  UPDATE star.streams SET ask_at = star.past(ask_at), missing_since = star.past(missing_since)
  WHERE greatest(ask_at - interval '3 hours', missing_since) > now();
  UPDATE star.alert_log SET publish_at = star.past(publish_at), last_answer = star.past(last_answer)
  WHERE greatest(publish_at - interval '1 minute', last_answer) > now();
  UPDATE star.watching SET since = star.past(since), seen = star.past(seen), silence_checked = star.past(silence_checked)
$$;
SELECT star.mend_times();

CREATE INDEX heartbeats_recent ON star.heartbeats (received_at);

-- How many alerts may still be raised for a kiosk: at most 60 in an hour, so that one kiosk's messages never hide another one's.
CREATE FUNCTION star.alerts_left(of_kiosk text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, 60 - count(*)) FROM star.alert_log WHERE kiosk = of_kiosk AND raised_at > now() - interval '1 hour'
$$;

-- Returns at most `most` messages to publish, in turn among the kiosks. Without an acknowledgment (star.published), they are due again
-- after 30 s. An alert's second message, its end, follows the acknowledgment of the first one.
CREATE OR REPLACE FUNCTION star.announce(most integer) RETURNS TABLE (alert_id bigint, number integer, message text) LANGUAGE sql AS $$
  UPDATE star.alert_log l SET publish_at = now() + interval '30 s'
  FROM (
    SELECT o.id FROM star.alert_log o JOIN (
      SELECT id, row_number() OVER (PARTITION BY kiosk ORDER BY id) AS place FROM star.alert_log
      WHERE publish_at <= now() OR publish_at > now() + interval '1 minute'
    ) turns USING (id) ORDER BY place, id LIMIT most FOR UPDATE OF o SKIP LOCKED
  ) due WHERE l.id = due.id
  RETURNING l.id, l.published + 1, json_build_object(
    'id', l.id, 'alert', alert, 'state', CASE published WHEN 0 THEN 'raised' ELSE 'ended' END, 'terminal', kiosk, 'detail', detail,
    'note', note, 'raised_ms', floor(extract(epoch FROM raised_at) * 1000)::bigint,
    'ended_ms', CASE published WHEN 0 THEN NULL ELSE floor(extract(epoch FROM ended_at) * 1000)::bigint END)::text
$$;
