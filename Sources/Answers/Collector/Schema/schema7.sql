-- Version 7: what the answers mean. The columns `survey` and `shown` of star.answers follow from the fields of an answer.

-- The words of each version of a kiosk's survey, as docs/courier.md describes them.
CREATE TABLE star.surveys (
  kiosk text NOT NULL,
  version text NOT NULL,
  words jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kiosk, version)
);
COMMENT ON TABLE star.surveys IS 'The questions, options and reasons with their words that star.answers.survey stands for';
