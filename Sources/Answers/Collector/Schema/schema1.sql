-- Version 1 of the collector's schema. A released file never changes; the next version is a file of its own.
--
-- The tables hold what kiosks have sent; `star.store` writes them, in one transaction for each batch. The views are the interface for
-- charts and BI tools: their columns keep their names and meanings.

CREATE SCHEMA star;
COMMENT ON SCHEMA star IS 'Answers of a fleet of star-slider kiosks, written by star-collector';

CREATE TABLE star.schema (version integer NOT NULL);
INSERT INTO star.schema VALUES (1);

-- The identity of every answer. PostgreSQL can check a unique key over all months only in a table without partitions.
CREATE TABLE star.received (uuid uuid PRIMARY KEY);

CREATE TABLE star.answers (
  uuid uuid NOT NULL,
  kiosk text NOT NULL,                -- the topic's kiosk
  answered_at timestamptz NOT NULL,   -- the best known time; see time_source
  time_source text NOT NULL CHECK (time_source IN ('kiosk', 'heartbeat', 'unsure', 'arrival')),
  question text NOT NULL,
  kind text NOT NULL,
  value double precision,             -- in the unit of the kind; NULL without a value
  fraction double precision,          -- of the scale, 0 to 1; NULL without a value
  steps integer NOT NULL,
  steps_per_star integer NOT NULL,
  star_count integer NOT NULL,
  reasons text[] NOT NULL,
  chosen text[] NOT NULL,
  language text NOT NULL,
  flags text[] NOT NULL,
  visit uuid NOT NULL,
  recorded_as text,                   -- the kiosk's ID in the answer, if it differs from the topic's
  wall_ms bigint NOT NULL,
  wall_repaired_ms bigint,
  wall_synchronised boolean NOT NULL,
  monotonic_ns bigint NOT NULL,
  boot_id text NOT NULL,
  journal uuid,
  sequence bigint,
  received_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (answered_at);
COMMENT ON COLUMN star.answers.time_source IS
  'kiosk: its clock was right; heartbeat: dated later; unsure: its clock may be wrong; arrival: its clock is impossible';
CREATE INDEX answers_kiosk ON star.answers (kiosk, answered_at);
CREATE INDEX answers_to_date ON star.answers (kiosk, boot_id) WHERE time_source IN ('unsure', 'arrival');

CREATE TABLE star.statuses (
  kiosk text PRIMARY KEY,
  status text NOT NULL,
  since timestamptz NOT NULL,
  received_at timestamptz NOT NULL
);

-- The newest heartbeat of every boot, and the times of the boot's newest heartbeat with a synchronised clock, which date answers.
CREATE TABLE star.heartbeats (
  kiosk text NOT NULL,
  boot_id text NOT NULL,
  monotonic_ns bigint NOT NULL,
  wall_ms bigint NOT NULL,
  wall_synchronised boolean NOT NULL,
  version text NOT NULL,
  board text NOT NULL,
  uptime_s bigint NOT NULL,
  backlog bigint,
  last_answer_ms bigint,
  temperature_mc bigint,
  faults text[] NOT NULL,
  journal uuid,
  sequence bigint,
  synchronised_wall_ms bigint,
  synchronised_monotonic_ns bigint,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kiosk, boot_id)
);
CREATE INDEX heartbeats_newest ON star.heartbeats (kiosk, received_at);

-- Which sequence numbers of a kiosk's journal have arrived. Two kiosks have the same journal if one's card was copied from the other's.
CREATE TABLE star.streams (
  kiosk text NOT NULL,
  journal uuid NOT NULL,
  arrived int8multirange NOT NULL DEFAULT '{}',
  absent int8multirange NOT NULL DEFAULT '{}',   -- numbers that the kiosk no longer has
  settled bigint NOT NULL DEFAULT 0,             -- the kiosk has sent everything up to this number
  missing int8multirange NOT NULL DEFAULT '{}',  -- up to `settled`, neither arrived nor absent
  missing_since timestamptz,
  ask_at timestamptz,                            -- when the kiosk is asked next; NULL if nothing is missing
  tries integer NOT NULL DEFAULT 0,              -- requests since the last success
  PRIMARY KEY (kiosk, journal)
);
CREATE INDEX streams_to_ask ON star.streams (ask_at) WHERE ask_at IS NOT NULL;

-- Answers that another collector is storing are missing for a moment, so the kiosk is asked only after a while.
CREATE FUNCTION star.patience() RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('star.patience', true), '')::interval, '10 s')
$$;

CREATE FUNCTION star.find_missing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before int8multirange := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN before := OLD.missing; END IF;
  NEW.missing := int8multirange(int8range(1, NEW.settled + 1)) - NEW.arrived - NEW.absent;
  IF isempty(NEW.missing) THEN
    NEW.missing_since := NULL;
    NEW.ask_at := NULL;
    NEW.tries := 0;
  ELSIF isempty(before) THEN
    NEW.missing_since := now();
    NEW.ask_at := now() + star.patience();
  ELSIF NOT before <@ NEW.missing THEN
    NEW.tries := 0;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER find_missing BEFORE INSERT OR UPDATE OF arrived, absent, settled ON star.streams
  FOR EACH ROW EXECUTE FUNCTION star.find_missing();

-- Whether a kiosk's time, in milliseconds since 1970, is plausible.
CREATE FUNCTION star.is_possible(ms bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT ms >= 1577836800000 AND ms <= extract(epoch FROM now()) * 1000 + 86400000
$$;

CREATE FUNCTION star.time_of(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp(ms::double precision / 1000)
$$;

-- Creates the partition of a time's month (UTC), if it is missing.
CREATE FUNCTION star.make_room(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  name text := 'answers_' || to_char(month, 'YYYY_MM');
BEGIN
  IF to_regclass('star.' || name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('star.make_room'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS star.%I PARTITION OF star.answers FOR VALUES FROM (%L) TO (%L)',
      name, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END IF;
END $$;

-- Refuses a collector of another version. SQLSTATE SL001 is this schema's own.
CREATE FUNCTION star.require_version(wanted integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found integer;
BEGIN
  SELECT version INTO found FROM star.schema;
  IF found <> wanted THEN
    RAISE EXCEPTION 'its schema version is %; this program supports %', found, wanted USING ERRCODE = 'SL001';
  END IF;
END $$;

-- Creates the session's tables, which a collector fills with COPY.
CREATE FUNCTION star.begin_session() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMPORARY TABLE new_answers (
    uuid uuid, kiosk text, steps integer, steps_per_star integer, star_count integer, wall_ms bigint, monotonic_ns bigint,
    boot_id text, visit uuid, question text, reasons text[], language text, flags text[], recorded_as text,
    wall_synchronised boolean, wall_repaired_ms bigint, kind text, chosen text[], journal uuid, sequence bigint,
    answered_at timestamptz, time_source text
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE new_statuses (kiosk text, status text, journal uuid, sequence bigint, received_ms bigint)
    ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE new_heartbeats (LIKE star.heartbeats INCLUDING DEFAULTS) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE new_absences (kiosk text, journal uuid, first bigint, last bigint) ON COMMIT DELETE ROWS;
END $$;

-- Stores the rows of the session's tables. Returns the number of new answers.
CREATE FUNCTION star.store(wanted integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE stored bigint;
BEGIN
  PERFORM star.require_version(wanted);

  INSERT INTO star.heartbeats AS h
  SELECT DISTINCT ON (kiosk, boot_id) kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised, version, board, uptime_s, backlog,
    last_answer_ms, temperature_mc, faults, journal, sequence,
    CASE WHEN wall_synchronised AND star.is_possible(wall_ms) THEN wall_ms END,
    CASE WHEN wall_synchronised AND star.is_possible(wall_ms) THEN monotonic_ns END, now()
  FROM pg_temp.new_heartbeats ORDER BY kiosk, boot_id, monotonic_ns DESC
  ON CONFLICT (kiosk, boot_id) DO UPDATE SET
    monotonic_ns = excluded.monotonic_ns, wall_ms = excluded.wall_ms, wall_synchronised = excluded.wall_synchronised,
    version = excluded.version, board = excluded.board, uptime_s = excluded.uptime_s, backlog = excluded.backlog,
    last_answer_ms = excluded.last_answer_ms, temperature_mc = excluded.temperature_mc, faults = excluded.faults,
    journal = excluded.journal, sequence = excluded.sequence, received_at = excluded.received_at,
    synchronised_wall_ms = coalesce(excluded.synchronised_wall_ms, h.synchronised_wall_ms),
    synchronised_monotonic_ns = coalesce(excluded.synchronised_monotonic_ns, h.synchronised_monotonic_ns)
  WHERE h.monotonic_ns < excluded.monotonic_ns;

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

  -- Two collectors must lock rows in the same order.
  INSERT INTO star.streams AS s (kiosk, journal, arrived, absent, settled)
  SELECT kiosk, journal, coalesce(range_agg(arrived) FILTER (WHERE arrived IS NOT NULL), '{}'),
    coalesce(range_agg(absent) FILTER (WHERE absent IS NOT NULL), '{}'), max(settled)
  FROM (
    SELECT kiosk, journal, int8range(sequence, sequence, '[]') AS arrived, NULL::int8range AS absent, sequence AS settled
    FROM pg_temp.new_answers WHERE journal IS NOT NULL
    UNION ALL SELECT kiosk, journal, NULL, NULL, CASE backlog WHEN 0 THEN sequence ELSE 0 END
    FROM pg_temp.new_heartbeats WHERE journal IS NOT NULL
    UNION ALL SELECT kiosk, journal, NULL, int8range(first, last, '[]'), 0 FROM pg_temp.new_absences
  ) news GROUP BY kiosk, journal ORDER BY kiosk, journal
  ON CONFLICT (kiosk, journal) DO UPDATE SET
    arrived = s.arrived + excluded.arrived, absent = s.absent + excluded.absent, settled = greatest(s.settled, excluded.settled)
  WHERE NOT (excluded.arrived <@ s.arrived AND excluded.absent <@ s.absent AND excluded.settled <= s.settled);

  WITH fresh AS (
    INSERT INTO star.received SELECT DISTINCT uuid FROM pg_temp.new_answers ORDER BY uuid
    ON CONFLICT (uuid) DO NOTHING RETURNING uuid
  )
  INSERT INTO star.answers (uuid, kiosk, answered_at, time_source, question, kind, value, fraction, steps, steps_per_star, star_count,
    reasons, chosen, language, flags, visit, recorded_as, wall_ms, wall_repaired_ms, wall_synchronised, monotonic_ns, boot_id, journal,
    sequence)
  SELECT DISTINCT ON (uuid) uuid, kiosk, answered_at, time_source, question, kind,
    CASE WHEN kind NOT IN ('choice', 'comment') THEN steps::double precision / steps_per_star END,
    CASE WHEN kind NOT IN ('choice', 'comment') THEN steps::double precision / (steps_per_star::bigint * star_count) END,
    steps, steps_per_star, star_count, reasons, chosen, language, flags, visit, recorded_as, wall_ms, wall_repaired_ms,
    wall_synchronised, monotonic_ns, boot_id, journal, sequence
  FROM pg_temp.new_answers JOIN fresh USING (uuid) ORDER BY uuid;
  GET DIAGNOSTICS stored = ROW_COUNT;

  -- Heartbeats date answers that came before them.
  PERFORM star.date_answers(kiosk, boot_id) FROM (
    SELECT DISTINCT kiosk, boot_id FROM pg_temp.new_heartbeats WHERE wall_synchronised AND boot_id <> '' ORDER BY kiosk, boot_id
  ) boots;

  INSERT INTO star.statuses AS s SELECT DISTINCT ON (kiosk) kiosk, status, star.time_of(received_ms), star.time_of(received_ms)
  FROM pg_temp.new_statuses ORDER BY kiosk, received_ms DESC
  ON CONFLICT (kiosk) DO UPDATE SET status = excluded.status, received_at = excluded.received_at,
    since = CASE s.status WHEN excluded.status THEN s.since ELSE excluded.since END
  WHERE s.received_at <= excluded.received_at;
  -- A kiosk that comes back online is asked soon.
  UPDATE star.streams s SET ask_at = least(s.ask_at, now() + star.patience()), tries = 0
  FROM pg_temp.new_statuses n WHERE n.kiosk = s.kiosk AND n.status = 'online' AND s.ask_at IS NOT NULL;
  RETURN stored;
END $$;

-- Dates answers with an unsynchronised clock, once a heartbeat of the same boot had a synchronised one.
CREATE FUNCTION star.date_answers(of_kiosk text, of_boot text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE known star.heartbeats; month timestamptz;
BEGIN
  SELECT * INTO known FROM star.heartbeats WHERE kiosk = of_kiosk AND boot_id = of_boot AND synchronised_wall_ms IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  FOR month IN
    SELECT DISTINCT date_trunc('month', star.time_of(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000),
      'UTC')
    FROM star.answers WHERE kiosk = of_kiosk AND boot_id = of_boot AND time_source IN ('unsure', 'arrival')
      AND star.is_possible(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000)
  LOOP PERFORM star.make_room(month); END LOOP;
  UPDATE star.answers SET time_source = 'heartbeat',
    answered_at = star.time_of(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000)
  WHERE kiosk = of_kiosk AND boot_id = of_boot AND time_source IN ('unsure', 'arrival')
    AND star.is_possible(known.synchronised_wall_ms - (known.synchronised_monotonic_ns - monotonic_ns) / 1000000);
END $$;

-- Returns the requests that are due: for each journal, at most eight ranges of at most 1,000 numbers, as many as star-courier accepts.
-- The next ones follow when the kiosk has had time to send these at 50 per second; each unsuccessful request doubles the pause.
CREATE FUNCTION star.ask(most integer) RETURNS TABLE (of_kiosk text, of_journal uuid, first bigint, last bigint) LANGUAGE plpgsql AS $$
DECLARE due record; ranges bigint; numbers bigint;
BEGIN
  FOR due IN
    SELECT s.kiosk, s.journal, s.missing, s.tries FROM star.streams s WHERE s.ask_at <= now() ORDER BY s.ask_at LIMIT most
    FOR UPDATE SKIP LOCKED
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

-- The interface.

CREATE VIEW star.answers_counted AS
  SELECT * FROM star.answers WHERE NOT flags && '{repeated,burst,hasty,sweep,staff}';
COMMENT ON VIEW star.answers_counted IS 'Answers without the marks of doubtful visits';

CREATE VIEW star.daily AS
  SELECT date_trunc('day', answered_at)::date AS day, kiosk, question, kind, count(*) AS answers, count(DISTINCT visit) AS visits,
    avg(value) AS mean_value, stddev_samp(value) AS deviation, avg(fraction) AS mean_fraction
  FROM star.answers_counted GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW star.daily IS 'Answers by day, kiosk and question. Days are those of the session''s time zone';

CREATE VIEW star.hour_of_week AS
  SELECT extract(isodow FROM answered_at)::integer AS weekday, extract(hour FROM answered_at)::integer AS hour, kiosk, question, kind,
    count(*) AS answers, avg(value) AS mean_value, avg(fraction) AS mean_fraction
  FROM star.answers_counted GROUP BY 1, 2, 3, 4, 5;
COMMENT ON VIEW star.hour_of_week IS 'Answers by weekday (1 is Monday) and hour, in the session''s time zone';

CREATE VIEW star.by_kiosk AS
  SELECT kiosk, question, kind, count(*) AS answers, count(DISTINCT visit) AS visits, avg(value) AS mean_value,
    avg(fraction) AS mean_fraction, min(answered_at) AS first_answer, max(answered_at) AS last_answer
  FROM star.answers_counted GROUP BY 1, 2, 3;

CREATE VIEW star.reasons AS
  SELECT date_trunc('day', answered_at)::date AS day, kiosk, question, reason, count(*) AS answers, avg(fraction) AS mean_fraction
  FROM star.answers_counted, unnest(reasons || chosen) reason GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW star.reasons IS 'Chosen reasons, and chosen options of a choice';

CREATE VIEW star.nps AS
  SELECT date_trunc('day', answered_at)::date AS day, kiosk, question, count(*) AS answers,
    count(*) FILTER (WHERE value >= 9) AS promoters, count(*) FILTER (WHERE value <= 6) AS detractors,
    100.0 * (count(*) FILTER (WHERE value >= 9) - count(*) FILTER (WHERE value <= 6)) / count(*) AS nps
  FROM star.answers_counted WHERE kind = 'nps' GROUP BY 1, 2, 3;
COMMENT ON VIEW star.nps IS 'Net promoter score by day: for a longer time, sum promoters, detractors and answers';

CREATE VIEW star.csat AS
  SELECT date_trunc('day', answered_at)::date AS day, kiosk, question, kind, count(*) AS answers,
    count(*) FILTER (WHERE fraction >= 0.75) AS satisfied, 100.0 * count(*) FILTER (WHERE fraction >= 0.75) / count(*) AS csat
  FROM star.answers_counted WHERE kind IN ('stars', 'faces', 'yes-no') GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW star.csat IS 'Customer satisfaction: the percentage of answers in the upper quarter of the scale, as 4 and 5 of 5 stars';

CREATE VIEW star.kiosks AS
  SELECT kiosk, s.status, s.since, h.received_at AS last_heartbeat, h.version, h.board, h.backlog, h.faults, h.temperature_mc,
    h.wall_synchronised
  FROM star.statuses s FULL JOIN (
    SELECT DISTINCT ON (kiosk) * FROM star.heartbeats ORDER BY kiosk, received_at DESC
  ) h USING (kiosk);
COMMENT ON VIEW star.kiosks IS 'The newest status and heartbeat of every kiosk';

CREATE VIEW star.silent_kiosks AS
  WITH hours AS (
    SELECT kiosk, date_trunc('hour', answered_at) AS hour, count(*) AS answers FROM star.answers
    WHERE answered_at >= now() - interval '56 days' AND answered_at < now() GROUP BY 1, 2
  ), seen AS (
    SELECT kiosk, max(answered_at) AS last_answer, min(answered_at) AS first_answer FROM star.answers
    WHERE answered_at >= now() - interval '56 days' AND answered_at < now() GROUP BY 1
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

CREATE VIEW star.gaps AS
  SELECT kiosk, journal, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS answers, missing_since, tries, ask_at
  FROM star.streams, unnest(missing) gap;
COMMENT ON VIEW star.gaps IS 'Answers that are missing and asked for again';

CREATE VIEW star.lost AS
  SELECT kiosk, journal, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS answers
  FROM star.streams, unnest(absent - arrived) gap;
COMMENT ON VIEW star.lost IS 'Answers that never arrived, and that the kiosk no longer has';
