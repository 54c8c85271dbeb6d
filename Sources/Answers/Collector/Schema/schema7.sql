-- Version 7: what the answers mean, and counts of visits by day. The columns `survey` and `shown` of star.answers follow from the fields of an
-- answer.

-- The words of each version of a kiosk's survey, as docs/courier.md describes them.
CREATE TABLE star.surveys (
  kiosk text NOT NULL,
  version text NOT NULL,
  words jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kiosk, version)
);
COMMENT ON TABLE star.surveys IS 'The questions, options and reasons with their words that star.answers.survey stands for';

-- Counts of visits by day.

CREATE TABLE star.visit_counts (
  kiosk text NOT NULL,
  day date NOT NULL,                  -- the kiosk's local date
  language text NOT NULL,             -- '' if the kiosk has no words
  way text NOT NULL,                  -- touch, keypad, speech
  step text NOT NULL,                 -- touched (the start screen), begun, finished, left, started-over
  question text NOT NULL,             -- where the visitor left or started over; '' is the language screen
  count bigint NOT NULL,
  written_ms bigint NOT NULL,         -- when the kiosk wrote this count
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kiosk, day, language, way, step, question)
);

-- Returns a date, such as "2026-11-30"; NULL for any other value.
CREATE FUNCTION star.day_of(value jsonb) RETURNS date LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN value #>> '{}' ~ '^\d{4}-\d\d-\d\d$' THEN (value #>> '{}')::date END;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

-- Why the counts of a day are refused; NULL if they are not.
CREATE FUNCTION star.counts_fault(day jsonb, written_ms jsonb, counts jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF star.day_of(day) IS NULL THEN RETURN 'its day is not a date'; END IF;
  IF star.day_of(day) NOT BETWEEN '2020-01-01' AND (now() AT TIME ZONE 'UTC')::date + 2 THEN RETURN 'its day is ' || (day #>> '{}'); END IF;
  IF NOT star.is_possible(written_ms::bigint) THEN RETURN 'its written_ms is ' || written_ms::text; END IF;
  IF jsonb_typeof(counts) IS DISTINCT FROM 'array' THEN RETURN 'its counts is not an array of objects'; END IF;
  IF jsonb_array_length(counts) > 400 THEN RETURN 'its counts is too long'; END IF;
  RETURN (
    SELECT CASE WHEN jsonb_typeof(c) <> 'object' THEN 'its counts is not an array of objects' ELSE coalesce(
      star.fault('language', 'text', c -> 'language', 0, 64), star.fault('way', 'text', c -> 'way', 0, 64),
      star.fault('step', 'text', c -> 'step', 0, 64), star.fault('question', 'text', c -> 'question', 0, 64),
      star.fault('count', 'integer', c -> 'count', 0, 1000000000)) END AS fault
    FROM jsonb_array_elements(counts) c ORDER BY fault LIMIT 1
  );
END $$;

-- Stores the counts in pg_temp.readings. A count of an earlier reading never replaces one of a later reading, unless the later one's clock was
-- ahead. A client may send any names, so at most 1,000 counts of a kiosk's day are stored.
CREATE FUNCTION star.store_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star.visit_counts AS s (kiosk, day, language, way, step, question, count, written_ms)
  SELECT kiosk, day, language, way, step, question, count, written_ms FROM (
    SELECT *, row_number() OVER (PARTITION BY kiosk, day ORDER BY language, way, step, question) AS place FROM (
      SELECT DISTINCT ON (r.kiosk, day, c.language, c.way, c.step, c.question) r.kiosk, star.day_of(r.fields -> 'day') AS day,
        c.language, c.way, c.step, c.question, c.count, (r.fields ->> 'written_ms')::bigint AS written_ms
      FROM pg_temp.readings r
        CROSS JOIN LATERAL jsonb_to_recordset(r.fields -> 'counts') c (language text, way text, step text, question text, count bigint)
      WHERE r.kind = 'day' AND r.fault IS NULL
      ORDER BY r.kiosk, day, c.language, c.way, c.step, c.question, written_ms DESC, r.place DESC
    ) newest
  ) n
  WHERE place + (SELECT count(*) FROM star.visit_counts o WHERE o.kiosk = n.kiosk AND o.day = n.day) <= 1000
    OR EXISTS (
      SELECT FROM star.visit_counts o WHERE (o.kiosk, o.day, o.language, o.way, o.step, o.question)
        = (n.kiosk, n.day, n.language, n.way, n.step, n.question))
  -- Two collectors must lock rows in the same order.
  ORDER BY kiosk, day, language, way, step, question
  ON CONFLICT (kiosk, day, language, way, step, question) DO UPDATE SET
    count = excluded.count, written_ms = excluded.written_ms, received_at = now()
  WHERE s.written_ms <= excluded.written_ms OR s.written_ms > extract(epoch FROM now()) * 1000;
END $$;

-- The interface.

CREATE VIEW star.visits AS
  SELECT day, kiosk, language, way, coalesce(sum(count) FILTER (WHERE step = 'touched'), 0) AS touches,
    coalesce(sum(count) FILTER (WHERE step = 'begun'), 0) AS begun, coalesce(sum(count) FILTER (WHERE step = 'finished'), 0) AS finished,
    coalesce(sum(count) FILTER (WHERE step = 'left'), 0) AS went_away,
    coalesce(sum(count) FILTER (WHERE step = 'started-over'), 0) AS started_over
  FROM star.visit_counts GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW star.visits IS 'How often the start screen was touched, and what became of visits. Days are those of the kiosk';

CREATE VIEW star.visits_left AS
  SELECT day, kiosk, question, sum(count) AS visits FROM star.visit_counts WHERE step IN ('left', 'started-over') GROUP BY 1, 2, 3;
COMMENT ON VIEW star.visits_left IS 'Visits that were not finished, by the question at which they ended; empty is the language screen';
