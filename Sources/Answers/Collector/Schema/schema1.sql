-- Version 1 of the collector's schema. The next version is a file of its own. What a later file replaces as a whole, such as a function,
-- stands only there, because a migration runs all files up to the newest.
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

-- Refuses a collector of another version. SQLSTATE SL001 is this schema's own.
CREATE FUNCTION star.require_version(wanted integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found integer;
BEGIN
  SELECT version INTO found FROM star.schema;
  IF found <> wanted THEN
    RAISE EXCEPTION 'its schema version is %; this program supports %', found, wanted USING ERRCODE = 'SL001';
  END IF;
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

CREATE VIEW star.gaps AS
  SELECT kiosk, journal, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS answers, missing_since, tries, ask_at
  FROM star.streams, unnest(missing) gap;
COMMENT ON VIEW star.gaps IS 'Answers that are missing and asked for again';

CREATE VIEW star.lost AS
  SELECT kiosk, journal, lower(gap) AS first, upper(gap) - 1 AS last, upper(gap) - lower(gap) AS answers
  FROM star.streams, unnest(absent - arrived) gap;
COMMENT ON VIEW star.lost IS 'Answers that never arrived, and that the kiosk no longer has';
