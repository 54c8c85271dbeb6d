-- Version 8: the versions of disk images, and what became of their updates.

-- A collector of version 7 stops by itself, because star.begin_session checks the version.

ALTER TABLE star.heartbeats
  ADD COLUMN image text,              -- the version of the disk image; NULL if the kiosk does not run from one
  ADD COLUMN update_state text;       -- as docs/courier.md describes it

-- Why the image of a heartbeat is refused; NULL if it is not. A kiosk without an image sends none.
CREATE FUNCTION star.image_fault(image jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN nullif(image, 'null') IS NULL THEN NULL
    WHEN jsonb_typeof(image) <> 'object' THEN 'its image is not an object'
    ELSE coalesce(
      CASE WHEN nullif(image -> 'version', 'null') IS NOT NULL THEN star.fault('image''s version', 'text', image -> 'version', 0, 64) END,
      CASE WHEN nullif(image -> 'update', 'null') IS NOT NULL THEN star.fault('image''s update', 'text', image -> 'update', 0, 64) END) END
$$;

-- Prepares a session: creates its temporary tables. `columns` are those of pg_temp.new_answers. A session behind a connection pooler may be
-- older than the upgrade: its table of heartbeats may lack columns, and its table of statuses has another name before version 6.
CREATE OR REPLACE FUNCTION star.begin_session(wanted integer, columns text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('pg_temp.new_heartbeats') AND attname = 'update_state'
  ) THEN
    DROP TABLE IF EXISTS pg_temp.new_heartbeats;
  END IF;
  PERFORM star.begin_tables(wanted, columns);
  CREATE TEMPORARY TABLE IF NOT EXISTS new_statuses (
    kiosk text, status text, journal uuid, sequence bigint, received_ms bigint, retained boolean, time_zone text, groups text[], name text,
    place text[], number bigint GENERATED ALWAYS AS IDENTITY
  ) ON COMMIT DELETE ROWS;
END $$;

-- Stores the rows of the session's tables; `columns` are those of pg_temp.new_answers. Returns the number of new answers.
CREATE OR REPLACE FUNCTION star.store_messages(clock_ms bigint, columns text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE stored bigint;
BEGIN
  INSERT INTO star.heartbeats AS h (kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised, version, board, uptime_s, backlog, last_answer_ms,
    temperature_mc, faults, journal, sequence, synchronised_wall_ms, synchronised_monotonic_ns, received_at, image, update_state)
  SELECT DISTINCT ON (kiosk, boot_id) kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised, version, board, uptime_s, backlog,
    last_answer_ms, temperature_mc, faults, journal, sequence,
    CASE WHEN wall_synchronised AND star.is_possible(wall_ms) THEN wall_ms END,
    CASE WHEN wall_synchronised AND star.is_possible(wall_ms) THEN monotonic_ns END, now(), image, update_state
  FROM pg_temp.new_heartbeats ORDER BY kiosk, boot_id, monotonic_ns DESC
  ON CONFLICT (kiosk, boot_id) DO UPDATE SET
    monotonic_ns = excluded.monotonic_ns, wall_ms = excluded.wall_ms, wall_synchronised = excluded.wall_synchronised,
    version = excluded.version, board = excluded.board, uptime_s = excluded.uptime_s, backlog = excluded.backlog,
    last_answer_ms = excluded.last_answer_ms, temperature_mc = excluded.temperature_mc, faults = excluded.faults,
    journal = excluded.journal, sequence = excluded.sequence, received_at = excluded.received_at,
    image = excluded.image, update_state = excluded.update_state,
    synchronised_wall_ms = coalesce(excluded.synchronised_wall_ms, h.synchronised_wall_ms),
    synchronised_monotonic_ns = coalesce(excluded.synchronised_monotonic_ns, h.synchronised_monotonic_ns)
  -- A late duplicate has a smaller number. So has, for good, a clock that was once ahead, or a boot without an ID.
  WHERE h.monotonic_ns < excluded.monotonic_ns OR h.received_at NOT BETWEEN now() - interval '10 minutes' AND now();

  -- Date answers by the first of these: a right clock of the kiosk, a heartbeat of the same boot, a clock that may be wrong, the arrival.
  UPDATE pg_temp.new_answers SET
    answered_at = star.time_of(coalesce(wall_repaired_ms, wall_ms)),
    time_source = CASE WHEN wall_synchronised OR wall_repaired_ms IS NOT NULL THEN 'kiosk' ELSE 'unsure' END
  WHERE star.is_possible(coalesce(wall_repaired_ms, wall_ms));
  UPDATE pg_temp.new_answers a SET
    answered_at = star.time_of(h.synchronised_wall_ms - (h.synchronised_monotonic_ns - a.monotonic_ns) / 1000000),
    time_source = 'heartbeat'
  FROM star.heartbeats h
  WHERE a.time_source IS DISTINCT FROM 'kiosk' AND h.kiosk = a.kiosk AND h.boot_id = a.boot_id AND a.boot_id <> ''
    AND star.is_possible(h.synchronised_wall_ms - (h.synchronised_monotonic_ns - a.monotonic_ns) / 1000000);
  UPDATE pg_temp.new_answers SET answered_at = now(), time_source = 'arrival' WHERE answered_at IS NULL;
  PERFORM star.make_room(month) FROM (SELECT DISTINCT date_trunc('month', answered_at, 'UTC') AS month FROM pg_temp.new_answers) m;

  PERFORM star.note_numbers();

  EXECUTE format($insert$
    WITH fresh AS (
      INSERT INTO star.received AS r (uuid) SELECT DISTINCT uuid FROM pg_temp.new_answers ORDER BY uuid
      ON CONFLICT (uuid) DO NOTHING RETURNING r.uuid AS fresh_uuid
    )
    INSERT INTO star.answers (value, fraction, %1$s)
    SELECT DISTINCT ON (uuid)
      CASE WHEN kind NOT IN ('choice', 'comment') THEN steps::double precision / steps_per_star END,
      CASE WHEN kind NOT IN ('choice', 'comment') THEN steps::double precision / (steps_per_star::bigint * star_count) END, %1$s
    FROM pg_temp.new_answers JOIN fresh ON fresh_uuid = uuid ORDER BY uuid
  $insert$, columns);
  GET DIAGNOSTICS stored = ROW_COUNT;

  -- Heartbeats date answers that came before them.
  PERFORM star.date_answers(kiosk, boot_id) FROM (
    SELECT DISTINCT kiosk, boot_id FROM pg_temp.new_heartbeats WHERE wall_synchronised AND boot_id <> '' ORDER BY kiosk, boot_id
  ) boots;
  PERFORM star.store_statuses(clock_ms);
  RETURN stored;
END $$;

-- Returns the answers of a period until now. If a clock is behind or ahead, the time since the boot's newest heartbeat dates its answers.
CREATE FUNCTION star.answers_within(age interval) RETURNS TABLE (kiosk text, question text, kind text, value double precision,
  fraction double precision, moment timestamptz, received_at timestamptz, sequence bigint) LANGUAGE sql STABLE AS $$
  SELECT a.kiosk, a.question, a.kind, a.value, a.fraction,
    coalesce(h.received_at - (h.monotonic_ns - a.monotonic_ns) / 1e9 * interval '1 s', a.answered_at), a.received_at, a.sequence
  FROM star.answers_counted a
  LEFT JOIN star.heartbeats h ON a.time_source = 'unsure' AND a.boot_id <> '' AND h.kiosk = a.kiosk AND h.boot_id = a.boot_id
  WHERE a.value IS NOT NULL AND a.answered_at > now() - age
  UNION ALL
  SELECT a.kiosk, a.question, a.kind, a.value, a.fraction, h.received_at - (h.monotonic_ns - a.monotonic_ns) / 1e9 * interval '1 s',
    a.received_at, a.sequence
  FROM star.answers_counted a JOIN star.heartbeats h USING (kiosk, boot_id)
  WHERE a.value IS NOT NULL AND a.answered_at <= now() - age AND a.time_source IN ('unsure', 'arrival') AND a.boot_id <> ''
    AND h.received_at > now() - age AND h.monotonic_ns - a.monotonic_ns < extract(epoch FROM age) * 1e9
    AND h.received_at - (h.monotonic_ns - a.monotonic_ns) / 1e9 * interval '1 s' > now() - age
$$;
CREATE OR REPLACE VIEW star.recent_answers AS SELECT * FROM star.answers_within(interval '1 day') a;

-- Raises and ends `share` and `index`. Each of `limits` has an alert, a question or '*' for any, a bound, the number of answers that it
-- needs, and the hours that count. `share` is raised if at least `bound` percent of the answers are low, and ends below half of it. `index` is
-- the net promoter score, or for other kinds the percentage of satisfied visitors; it is raised below `bound`, and ends five points above, at
-- most at 100. The kind of the newest answer counts. An alert stays open while too few answers tell, for up to a day, and ends with its limit.
CREATE OR REPLACE FUNCTION star.watch_limits(wanted integer, limits jsonb) RETURNS void LANGUAGE plpgsql AS $$
-- When the periods of the limits begin, the longest first.
DECLARE beginnings timestamptz[] := ARRAY(SELECT DISTINCT now() - l.hours * interval '1 hour' AS begins
  FROM jsonb_to_recordset(limits) l (hours integer) ORDER BY 1);
BEGIN
  PERFORM star.require_version(wanted);
  WITH limits AS MATERIALIZED (
    SELECT *, array_position(beginnings, now() - l.hours * interval '1 hour') AS period
    FROM jsonb_to_recordset(limits) l (alert text, question text, bound numeric, needed bigint, hours integer)
  ), parts AS (
    -- The answers are read once. A part is within the periods up to its own.
    SELECT kiosk, question, kind, width_bucket(least(moment, received_at), beginnings) AS period, count(*) AS answers,
      max(least(moment, received_at)) AS newest, count(*) FILTER (WHERE star.is_low(kind, value, fraction)) AS low,
      sum(CASE kind WHEN 'nps' THEN (value >= 9)::integer - (value <= 6)::integer ELSE (fraction >= 0.75)::integer END) AS points
    FROM star.answers_within(now() - beginnings[1]) GROUP BY 1, 2, 3, 4
  ), kinds AS (
    SELECT n.period, kiosk, question, kind, sum(answers) AS answers, max(newest) AS newest, 100.0 * sum(low) / sum(answers) AS share,
      100.0 * sum(points) / sum(answers) AS index
    FROM parts p JOIN generate_series(1, cardinality(beginnings)) n (period) ON p.period >= n.period GROUP BY 1, 2, 3, 4
  ), counted AS (
    SELECT DISTINCT ON (period, kiosk, question) * FROM kinds ORDER BY period, kiosk, question, newest DESC
  ), figures AS (
    SELECT l.alert, c.kiosk, c.question, l.bound, c.answers, CASE l.alert WHEN 'share' THEN c.share ELSE c.index END AS figure
    FROM limits l JOIN counted c ON c.period = l.period AND l.question IN ('*', c.question) WHERE c.answers >= l.needed
  ), judged AS (
    SELECT *, CASE alert WHEN 'share' THEN figure >= bound ELSE figure < bound END AS begins,
      CASE alert WHEN 'share' THEN 2 * figure >= bound ELSE figure < least(bound + 5, 100) END AS stays FROM figures
  ), ended AS (
    UPDATE star.alert_log l SET ended_at = now() WHERE ended_at IS NULL AND alert IN ('share', 'index')
      AND NOT EXISTS (SELECT FROM judged j WHERE j.stays AND j.kiosk = l.kiosk AND j.alert = l.alert AND j.question = l.detail)
      AND (raised_at < now() - interval '1 day'
        OR EXISTS (SELECT FROM judged j WHERE j.kiosk = l.kiosk AND j.alert = l.alert AND j.question = l.detail)
        OR NOT EXISTS (SELECT FROM limits o WHERE o.alert = l.alert AND o.question IN ('*', l.detail)))
  ), begun AS (
    SELECT DISTINCT ON (kiosk, alert, question) * FROM judged j
    WHERE begins AND NOT EXISTS (
      SELECT FROM star.alert_log l WHERE l.kiosk = j.kiosk AND l.alert = j.alert AND l.detail = j.question AND ended_at IS NULL)
    ORDER BY kiosk, alert, question, answers DESC
  ), raised AS (
    SELECT *, row_number() OVER (PARTITION BY kiosk ORDER BY alert, question) AS place FROM begun
  )
  INSERT INTO star.alert_log (kiosk, alert, detail, note)
  SELECT kiosk, alert, question, CASE alert WHEN 'share' THEN round(figure) || ' % of ' || answers || ' answers were low'
    ELSE 'index ' || round(figure) || ' of ' || answers || ' answers' END
  FROM raised WHERE place <= star.alerts_left(kiosk)
  ON CONFLICT (kiosk, alert, detail) WHERE ended_at IS NULL DO NOTHING;
END $$;

-- The interface.

CREATE OR REPLACE VIEW star.kiosks AS
  -- The late "offline" of star.latest.
  SELECT kiosk, CASE WHEN s.status = 'offline' AND h.previous_at > s.received_at + interval '1 minute' THEN 'online' ELSE s.status END AS status,
    s.since, h.received_at AS last_heartbeat, h.version, h.board, h.backlog, h.faults, h.temperature_mc,
    h.wall_synchronised, s.name, s.place, h.image, h.update_state
  FROM star.statuses s FULL JOIN (
    SELECT DISTINCT ON (kiosk) * FROM star.heartbeats ORDER BY kiosk, received_at DESC
  ) h USING (kiosk);
