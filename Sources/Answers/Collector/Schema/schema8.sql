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

-- The interface.

CREATE OR REPLACE VIEW star.kiosks AS
  -- The late "offline" of star.latest.
  SELECT kiosk, CASE WHEN s.status = 'offline' AND h.previous_at > s.received_at + interval '1 minute' THEN 'online' ELSE s.status END AS status,
    s.since, h.received_at AS last_heartbeat, h.version, h.board, h.backlog, h.faults, h.temperature_mc,
    h.wall_synchronised, s.name, s.place, h.image, h.update_state
  FROM star.statuses s FULL JOIN (
    SELECT DISTINCT ON (kiosk) * FROM star.heartbeats ORDER BY kiosk, received_at DESC
  ) h USING (kiosk);
