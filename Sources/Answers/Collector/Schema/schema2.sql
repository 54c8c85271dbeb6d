-- Version 2: alerts.
--
-- `star.watch` and `star.watch_silence` compare the state of the fleet with the alerts that were raised. Each alert has one row: a unique
-- index keeps several collectors from raising one twice. `star.announce` returns alerts that are not published yet.

CREATE TABLE star.alert_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kiosk text NOT NULL,
  alert text NOT NULL CHECK (alert IN ('offline', 'fault', 'silent', 'low')),
  detail text NOT NULL,               -- the fault's name, or the question
  note text NOT NULL,                 -- for people
  raised_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  last_answer timestamptz,            -- a later one ends `silent`
  published integer NOT NULL DEFAULT 0,  -- messages that the broker has acknowledged: 1 raised, 2 ended
  publish_at timestamptz DEFAULT now()   -- when a collector may publish the next one; NULL if there is none
);
CREATE UNIQUE INDEX alert_log_open ON star.alert_log (kiosk, alert, detail) WHERE ended_at IS NULL;
CREATE INDEX alert_log_to_publish ON star.alert_log (publish_at) WHERE publish_at IS NOT NULL;

CREATE FUNCTION star.note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- While "raised" is in flight, its acknowledgment (star.published) schedules "ended".
  IF NEW.published = 1 THEN NEW.publish_at := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER note_end BEFORE UPDATE OF ended_at ON star.alert_log FOR EACH ROW EXECUTE FUNCTION star.note_end();

-- Since when collectors have watched without a break of a minute, and when they last watched.
CREATE TABLE star.watching (since timestamptz NOT NULL, seen timestamptz NOT NULL, silence_checked timestamptz);
INSERT INTO star.watching VALUES ('-infinity', '-infinity', NULL);

-- Whether an answer is low: two of five stars or fewer, "no", or a detractor's.
CREATE FUNCTION star.is_low(kind text, value double precision, fraction double precision) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'nps' THEN value <= 6 ELSE fraction <= 0.4 END
$$;

-- Kiosks and questions with low answers that `star.watch` has not checked yet.
CREATE TABLE star.low_answers (kiosk text, question text, PRIMARY KEY (kiosk, question));

CREATE FUNCTION star.note_low_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO star.low_answers SELECT DISTINCT kiosk, question FROM fresh WHERE star.is_low(kind, value, fraction) ORDER BY kiosk, question
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_low_answers AFTER INSERT ON star.answers REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION star.note_low_answers();

-- Raises `silent`, once an hour: star.silent_kiosks counts full hours. A kiosk is not silent if it is offline or its answers are still on
-- the way. No kiosk is silent until collectors have watched for ten minutes.
CREATE FUNCTION star.watch_silence(wanted integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE state star.watching;
BEGIN
  PERFORM star.require_version(wanted);
  SELECT * INTO state FROM star.watching FOR UPDATE SKIP LOCKED;
  IF NOT FOUND OR state.since > now() - interval '10 minutes' OR state.silence_checked >= date_trunc('hour', now()) THEN RETURN; END IF;
  UPDATE star.watching SET silence_checked = now();
  INSERT INTO star.alert_log (kiosk, alert, detail, note, last_answer)
  SELECT kiosk, 'silent', '', 'no answer since ' || to_char(last_answer, 'YYYY-MM-DD HH24:MI') || '; usual: ' || expected_answers, last_answer
  FROM star.silent_kiosks LEFT JOIN star.latest USING (kiosk)
  WHERE status IS DISTINCT FROM 'offline' AND coalesce(backlog, 0) = 0
  ON CONFLICT (kiosk, alert, detail) WHERE ended_at IS NULL DO NOTHING;
END $$;

-- Records that the broker has acknowledged a message of `star.announce`.
CREATE FUNCTION star.published(alert_id bigint, number integer) RETURNS void LANGUAGE sql AS $$
  UPDATE star.alert_log SET published = number,
    publish_at = CASE WHEN number = 1 AND ended_at IS NOT NULL THEN now() END
  WHERE id = alert_id AND published = number - 1
$$;

-- The interface.

CREATE VIEW star.alerts AS
  SELECT id, kiosk, alert, detail, note, raised_at, ended_at FROM star.alert_log;
COMMENT ON VIEW star.alerts IS
  'Kiosks that need a look: offline, fault, silent, low (many low answers). ended_at is NULL as long as it lasts';
