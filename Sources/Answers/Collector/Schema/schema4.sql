-- Version 4: PostgreSQL reads the messages. The collector copies topics and payloads, and its statement (`MessageForm`) names the fields.

COMMENT ON TABLE star.set_aside IS 'Messages that the database refused, at most 1,000 of a kiosk. Kiosks are asked again for their answers';

-- A collector of version 3 stops here. SQLSTATE SL001 tells it why.
CREATE OR REPLACE FUNCTION star.store(wanted integer, clock_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM star.require_version(wanted);
  RETURN 0;
END $$;

-- Adds the columns that star.answers lacks. Answers that were stored before have NULL.
CREATE FUNCTION star.add_fields(fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE field record;
BEGIN
  FOR field IN
    SELECT key, value FROM jsonb_each_text(fields) WHERE NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = 'star.answers'::regclass AND attname = key AND NOT attisdropped)
  LOOP
    EXECUTE format('ALTER TABLE star.answers ADD COLUMN %I %s', field.key, field.value);
    CREATE OR REPLACE VIEW star.answers_counted AS
      SELECT * FROM star.answers WHERE NOT flags && '{repeated,burst,hasty,sweep,staff}';
  END LOOP;
END $$;

-- Creates the session's tables, unless they exist with these columns of star.answers. A pooler may give every transaction another session.
CREATE FUNCTION star.begin_session(wanted integer, columns text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM star.require_version(wanted);
  CREATE TEMPORARY TABLE IF NOT EXISTS messages (
    place bigint, kind text, kiosk text, payload text, retained boolean, arrival_ms bigint
  ) ON COMMIT DELETE ROWS;
  -- What `messages` hold: `fault` is why a message is refused.
  CREATE TEMPORARY TABLE IF NOT EXISTS readings (
    place bigint, kind text, kiosk text, fields jsonb, retained boolean, arrival_ms bigint, fault text
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS news_of_statuses (
    kiosk text, status text, journal uuid, sequence bigint, received_ms bigint, retained boolean, time_zone text, groups text[],
    place bigint GENERATED ALWAYS AS IDENTITY
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS new_heartbeats (LIKE star.heartbeats INCLUDING DEFAULTS) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS new_absences (kiosk text, journal uuid, first bigint, last bigint) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS new_refusals (kiosk text, kind text, reason text, line text) ON COMMIT DELETE ROWS;
  IF columns IS DISTINCT FROM (
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = to_regclass('pg_temp.new_answers') AND attnum > 0 AND NOT attisdropped
  ) THEN
    DROP TABLE IF EXISTS pg_temp.new_answers;
    EXECUTE format('CREATE TEMPORARY TABLE new_answers ON COMMIT DELETE ROWS AS SELECT %s FROM star.answers WITH NO DATA', columns);
  END IF;
END $$;

-- Returns the JSON of a message; NULL if it is none.
CREATE FUNCTION star.parse(payload text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN payload::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END $$;

-- Fills pg_temp.readings. Only if a message is no JSON, each one is parsed in a subtransaction, which is slower.
CREATE FUNCTION star.read_messages(statement text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE replace(statement, 'PARSED', 'm.payload::jsonb');
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  EXECUTE replace(statement, 'PARSED', 'star.parse(m.payload)');
END $$;

CREATE FUNCTION star.is_integer(value jsonb, low numeric, high numeric) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN scale(value::numeric) = 0 AND value::numeric BETWEEN low AND high ELSE false END
$$;

-- Why a list is refused; NULL if it is not. `low` is the maximum number of elements, `high` that of a text's bytes, or the highest number.
CREATE FUNCTION star.list_fault(kind text, list jsonb, low numeric, high numeric) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF jsonb_typeof(list) IS DISTINCT FROM 'array' THEN
    RETURN CASE kind WHEN 'texts' THEN 'is not an array of strings' ELSE 'is not an array of pairs' END;
  ELSIF kind = 'texts' THEN
    IF EXISTS (SELECT FROM jsonb_array_elements(list) e WHERE jsonb_typeof(e) <> 'string') THEN RETURN 'is not an array of strings'; END IF;
    IF jsonb_array_length(list) > low OR EXISTS (SELECT FROM jsonb_array_elements_text(list) e WHERE octet_length(e) > high) THEN
      RETURN 'is too long';
    END IF;
  ELSIF jsonb_array_length(list) > low OR EXISTS (
    SELECT FROM jsonb_array_elements(list) e WHERE CASE WHEN jsonb_typeof(e) <> 'array' THEN true
      WHEN jsonb_array_length(e) <> 2 OR NOT star.is_integer(e -> 0, 1, high) THEN true
      ELSE NOT star.is_integer(e -> 1, (e -> 0)::numeric, high) END
  ) THEN
    RETURN 'is not an array of pairs';
  END IF;
  RETURN NULL;
END $$;

-- Why a field is refused, such as 'its uuid is not a UUID'; NULL if it is not. `low` and `high` bound an integer, and `high` the bytes of a
-- text. PostgreSQL puts this in place of every call, so that only the branch of the constant `kind` is left.
CREATE FUNCTION star.fault(key text, kind text, value jsonb, low numeric, high numeric) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'its ' || key || ' ' || CASE kind
    WHEN 'integer' THEN CASE
      WHEN star.is_integer(value, low, high) THEN NULL
      WHEN star.is_integer(value, -9223372036854775808, 9223372036854775807) THEN 'is ' || value::text
      ELSE 'is not an integer' END
    WHEN 'boolean' THEN CASE WHEN jsonb_typeof(value) IS DISTINCT FROM 'boolean' THEN 'is neither true nor false' END
    WHEN 'text' THEN CASE
      WHEN jsonb_typeof(value) IS DISTINCT FROM 'string' THEN 'is not a string'
      WHEN octet_length(value #>> '{}') > high THEN 'is longer than ' || high::text || ' bytes' END
    WHEN 'uuid' THEN CASE
      WHEN jsonb_typeof(value) IS DISTINCT FROM 'string' THEN 'is not a UUID'
      WHEN value #>> '{}' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'is not a UUID' END
    ELSE CASE WHEN value IS DISTINCT FROM '[]' THEN star.list_fault(kind, value, low, high) END
  END
$$;

-- Why an answer whose fields are right is refused: its value is above its scale.
CREATE FUNCTION star.scale_fault(steps jsonb, per_star jsonb, stars jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN steps::bigint > per_star::bigint * stars::bigint THEN
    'its steps are ' || steps::text || ', more than the ' || (per_star::bigint * stars::bigint)::text || ' of its scale ('
    || per_star::text || ' for each star)' END
$$;

-- Returns what a collector logs about messages: why one is refused, or that the kiosk's clock is ahead, which star.is_possible rules out.
CREATE FUNCTION star.replies() RETURNS TABLE (message bigint, reply text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT r.place, coalesce(r.fault, '') FROM (
    SELECT place, fault, CASE WHEN fault IS NULL AND kind IN ('answer', 'heartbeat') THEN
      coalesce(nullif(fields -> 'wall_repaired_ms', 'null'), fields -> 'wall_ms')::bigint END AS wall_ms
    FROM pg_temp.readings
  ) r WHERE r.fault IS NOT NULL OR r.wall_ms > extract(epoch FROM now()) * 1000 + 86400000 ORDER BY r.place;
END $$;

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
    'id', l.id, 'alert', alert, 'state', CASE published WHEN 0 THEN 'raised' ELSE 'ended' END, 'kiosk', kiosk, 'detail', detail,
    'note', note, 'raised_ms', floor(extract(epoch FROM raised_at) * 1000)::bigint,
    'ended_ms', CASE published WHEN 0 THEN NULL ELSE floor(extract(epoch FROM ended_at) * 1000)::bigint END)::text
$$;
