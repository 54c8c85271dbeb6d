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
