-- The startup world. Complete after every command: the engine can be reopened from this file.
-- Money is whole cents, instants are UTC as ISO text without an offset, quantities are units of
-- work, rates are units per business hour. Paragraphs (§) are those of the rules. Tables with
-- a text key have no rowid, so that each is a single tree: writing is most of what a command costs.

-- What the world was made from. One row.
CREATE TABLE run (
  id              INTEGER PRIMARY KEY CHECK (id = 1),
  schema_version  INTEGER NOT NULL,
  engine_version  TEXT NOT NULL,
  preset          TEXT NOT NULL,    -- the whole preset, JSON
  seed            INTEGER NOT NULL
);

-- The company. One row.
CREATE TABLE company (
  id               TEXT PRIMARY KEY,
  name             TEXT NOT NULL,
  funds_cents      INTEGER NOT NULL,
  started_at       TEXT NOT NULL,
  sim_time         TEXT NOT NULL,
  horizon_end      TEXT NOT NULL,
  terminal_reason  TEXT,            -- bankruptcy, horizon_end; NULL while the run goes on
  accepts          INTEGER NOT NULL, -- tasks accepted so far; also orders simultaneous events (§9)
  scratchpad       TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE prestige (
  domain  TEXT PRIMARY KEY,
  level   REAL NOT NULL              -- 3 decimals
) WITHOUT ROWID;

CREATE TABLE employees (
  id            TEXT PRIMARY KEY,
  number        INTEGER NOT NULL,    -- 3 for Emp_3
  name          TEXT NOT NULL,
  tier          TEXT NOT NULL,       -- junior, mid, senior
  salary_cents  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE employee_skills (
  employee_id  TEXT NOT NULL REFERENCES employees (id),
  domain       TEXT NOT NULL,
  rate         REAL NOT NULL,        -- 4 decimals
  PRIMARY KEY (employee_id, domain)
) WITHOUT ROWID;

-- Empty under the classic rules.
CREATE TABLE clients (
  id                 TEXT PRIMARY KEY,
  number             INTEGER NOT NULL, -- place in the shuffled order, from 0
  name               TEXT NOT NULL,
  tier               TEXT NOT NULL,  -- Standard, Premium, Enterprise
  reward_multiplier  REAL NOT NULL,
  loyalty            REAL NOT NULL,  -- hidden; below -0.3 is adversarial
  trust              REAL NOT NULL,  -- 3 decimals
  specialties        TEXT NOT NULL   -- domains, comma-separated, as drawn
) WITHOUT ROWID;

CREATE TABLE tasks (
  id                       TEXT PRIMARY KEY,
  number                   INTEGER NOT NULL, -- order of creation, from 1
  slot                     INTEGER NOT NULL,        -- place on the market, from 0; a replacement keeps it
  title                    TEXT NOT NULL,
  status                   TEXT NOT NULL, -- market, planned, active, completed_success, completed_fail, cancelled
  client_id                TEXT REFERENCES clients (id),
  required_prestige        INTEGER NOT NULL,
  required_trust           INTEGER NOT NULL,
  reward_funds_cents       INTEGER NOT NULL,
  reward_prestige_delta    REAL NOT NULL, -- 3 decimals
  skill_boost              REAL NOT NULL, -- 4 decimals
  accepted_order           INTEGER,       -- 1 for the first task ever accepted
  accepted_at              TEXT,
  deadline                 TEXT,
  completed_at             TEXT,
  milestone_reported       REAL NOT NULL  -- the last share of progress reported, 0 for none
) WITHOUT ROWID;

CREATE TABLE task_requirements (
  task_id        TEXT NOT NULL REFERENCES tasks (id),
  domain         TEXT NOT NULL,
  required_qty   REAL NOT NULL,      -- 4 decimals
  completed_qty  REAL NOT NULL,
  PRIMARY KEY (task_id, domain)
) WITHOUT ROWID;

CREATE TABLE assignments (
  task_id      TEXT NOT NULL REFERENCES tasks (id),
  employee_id  TEXT NOT NULL REFERENCES employees (id),
  assigned_at  TEXT NOT NULL,
  PRIMARY KEY (task_id, employee_id)
) WITHOUT ROWID;

-- Projected events not yet due: at most one of each kind a task (§4).
CREATE TABLE events (
  task_id    TEXT NOT NULL REFERENCES tasks (id),
  kind       TEXT NOT NULL,          -- task_completed, task_half_progress
  due_at     TEXT NOT NULL,
  milestone  REAL NOT NULL,          -- share of progress; 1 for task_completed
  PRIMARY KEY (task_id, kind)
) WITHOUT ROWID;

CREATE TABLE ledger (
  number        INTEGER PRIMARY KEY, -- order of entry, from 1
  id            TEXT NOT NULL,
  occurred_at   TEXT NOT NULL,
  category      TEXT NOT NULL,
  amount_cents  INTEGER NOT NULL,
  ref_type      TEXT NOT NULL,       -- employee, task
  ref_id        TEXT NOT NULL
);
