import { describe, expect, test } from 'vitest';
import { readPreset, validatePreset } from '../../../src/startup/presetFile.ts';
import { builtInPresets, presetByName } from '../../../src/startup/presets.ts';
import { lookupIn } from '../../tools/company.ts';

/** What a preset file that changes one thing of `paper` (or is all of the text) comes to: its problems, one a line. */
function problemsOf(text: string, base: string | null = 'paper'): string[] {
  const complete = base === null ? text : `extends = "${base}"\n${text}`;
  const preset = readPreset(complete, 'mine.toml', builtInPresets);
  if (preset.ok) return [];
  const where = preset.where === undefined ? '' : `${preset.where}: `;
  return `${where}${preset.message}`.split('\n');
}

function codeOf(text: string): string | null {
  const preset = readPreset(text, 'mine.toml', builtInPresets);
  return preset.ok ? null : preset.code;
}

function paper() {
  const preset = presetByName('paper');
  if (!preset.ok) throw new Error(preset.message);
  return preset.value;
}

describe('extends', () => {
  test('a file that only extends is its base', () => {
    const preset = readPreset('extends = "paper"', 'mine.toml', builtInPresets);
    expect(preset).toEqual({ ok: true, value: paper() });
  });

  test('tables merge deep, and what is not named stays', () => {
    const text = 'extends = "paper"\nname = "mine"\n[world]\nnum_clients = 3\n[world.dist.required_qty]\nhigh = 1600';
    const preset = readPreset(text, 'mine.toml', builtInPresets);
    const base = paper();
    const dist = { ...base.world.dist, required_qty: { ...base.world.dist.required_qty, high: 1600 } };
    expect(preset).toEqual({ ok: true, value: { ...base, name: 'mine', world: { ...base.world, num_clients: 3, dist } } });
  });

  test('a distribution of another type replaces the old one whole', () => {
    const text = 'extends = "paper"\n[world.dist.required_qty]\ntype = "constant"\nvalue = 900';
    const preset = readPreset(text, 'mine.toml', builtInPresets);
    expect(preset.ok && preset.value.world.dist.required_qty).toEqual({ type: 'constant', value: 900 });
  });

  test('a chain of files: the nearest wins', () => {
    const texts: Record<string, string> = {
      a: 'extends = "b"\n[world]\nnum_clients = 3',
      b: 'extends = "paper"\n[world]\nnum_clients = 4\nnum_employees = 5',
    };
    const preset = readPreset('extends = "a"', 'mine.toml', lookupIn((name) => texts[name] ?? builtInPresets(name)));
    expect(preset).toMatchObject({ ok: true, value: { world: { num_clients: 3, num_employees: 5, num_market_tasks: 200 } } });
  });

  test('a base that there is not', () => {
    const [problem, ...others] = problemsOf('', 'nope');
    expect(problem).toMatch(/^mine\.toml: extends: there is no preset 'nope'/);
    expect(others).toEqual([]);
    expect(codeOf('extends = "nope"')).toBe('preset-base');
    expect(codeOf('extends = "__proto__"')).toBe('preset-base');
  });

  test('a base that is no name', () => {
    expect(problemsOf('extends = 3', null)).toEqual(['mine.toml: extends: must be the name of a preset, in quotes']);
    expect(codeOf('extends = 3')).toBe('preset-base');
  });

  test('a cycle', () => {
    const texts: Record<string, string> = { a: 'extends = "b"', b: 'extends = "a"', self: 'extends = "self"' };
    const read = (text: string) => readPreset(text, 'mine.toml', lookupIn((name) => texts[name]));
    expect(read('extends = "a"')).toMatchObject({ ok: false, code: 'preset-base', message: 'extends itself: a -> b -> a' });
    expect(read('extends = "self"')).toMatchObject({ ok: false, code: 'preset-base', message: 'extends itself: self -> self' });
  });
});

describe('every problem is told', () => {
  test('all unknown keys of a table, and a key of the other edition without naming itself as the nearest', () => {
    expect(problemsOf('[world]\nnum_employes = 3\nnum_clints = 4').sort()).toEqual([
      "mine.toml: world.num_clints: unknown key (did you mean 'num_clients'?)",
      "mine.toml: world.num_employes: unknown key (did you mean 'num_employees'?)",
    ]);
    const mixed = problemsOf('[world]\nsalary_max_cents = 5', 'classic');
    expect(mixed).toHaveLength(1);
    expect(mixed[0]).not.toContain("did you mean 'salary_max_cents'");
  });

  test('a key `__proto__` is an unknown key like any other', () => {
    expect(problemsOf('[loop.__proto__]\nmax_turns = 3')[0]).toContain('mine.toml: loop.__proto__: unknown key');
  });

  test('numbers that are none, and a table that is none', () => {
    expect(problemsOf('[world]\nprestige_max = inf')).toEqual(['mine.toml: world.prestige_max: must be a finite number, got Infinity']);
    expect(problemsOf('world = 3')[0]).toBe('mine.toml: world: must be a table, got 3');
  });

  test('a base that there is not comes with those that there are', () => {
    expect(problemsOf('', 'nope')[0]).toContain('there are tutorial, easy, medium');
  });
});

describe('what is not TOML is named with line and column', () => {
  test.each([
    ['name = "a"\nx = = 3', 'mine.toml:2:5: not TOML: invalid value'],
    ['[world\nx = 1', 'mine.toml:1:7: not TOML: illegal character in key'],
    ['name = "a"\n\nname = "b"', 'mine.toml:3:1: not TOML: trying to redefine an already defined table or value'],
    ['[world]\ninitial_funds_cents = 99999999999999999999', 'mine.toml:2:23: not TOML: integer value cannot be represented losslessly'],
  ])('%j', (text, expected) => {
    expect(problemsOf(text, null)).toEqual([expected]);
    expect(codeOf(text)).toBe('preset-syntax');
  });
});

const WHOLE = (low: number, high: number) => `must be a whole number from ${low} to ${high}`;

describe('one thing wrong: file, key path and what is allowed', () => {
  test.each([
    ['unknown key, with the nearest', 'nmae = "x"', "mine.toml: nmae: unknown key (did you mean 'name'?)"],
    ['unknown table', '[wrld]\na = 1', "mine.toml: wrld: unknown key (did you mean 'world'?)"],
    ['unknown key below', '[world]\nnum_employes = 3', "mine.toml: world.num_employes: unknown key (did you mean 'num_employees'?)"],
    ['unknown key, nothing near', '[sim]\nzzzzzzzz = 1', 'mine.toml: sim.zzzzzzzz: unknown key (known: start_date, horizon_years, company_name)'],
    ['unknown key of a distribution', '[world.dist.domain_count]\nvalve = 1', "mine.toml: world.dist.domain_count.valve: unknown key (did you mean 'value'?)"],
    ['a key of another type of distribution', '[world.dist.domain_count]\nmode = 1', 'mine.toml: world.dist.domain_count.mode: unknown key (known: type, value)'],
    ['unknown distribution', '[world.dist]\nreward = 3', 'mine.toml: world.dist.reward: unknown key (known: required_prestige, reward_funds_cents, domain_count, required_qty, reward_prestige_delta, skill_boost)'],
    ['an inherited name is unknown too', '[sim]\nconstructor = 1', 'mine.toml: sim.constructor: unknown key (known: start_date, horizon_years, company_name)'],
    ['a text for a number', '[world]\nnum_employees = "3"', `mine.toml: world.num_employees: ${WHOLE(1, 200)}, got "3"`],
    ['a truth for a number', '[sim]\nhorizon_years = true', `mine.toml: sim.horizon_years: ${WHOLE(1, 20)}, got true`],
    ['a number for a text', '[sim]\ncompany_name = 5', 'mine.toml: sim.company_name: must be a text in quotes, got 5'],
    ['a date without quotes', '[sim]\nstart_date = 2025-01-01', 'mine.toml: sim.start_date: must be a text in quotes, got "2025-01-01"'],
    ['a text for a list', '[world]\ntask_progress_milestones = "half"', 'mine.toml: world.task_progress_milestones: must be a list of shares, got "half"'],
    ['a text in a list', '[world]\ntask_progress_milestones = [0.5, "x"]', 'mine.toml: world.task_progress_milestones.1: must be a number, got "x"'],
    ['a fraction for a whole number', '[world]\nnum_employees = 2.5', `mine.toml: world.num_employees: ${WHOLE(1, 200)}, got 2.5`],
    ['too small', '[world]\nnum_employees = 0', `mine.toml: world.num_employees: ${WHOLE(1, 200)}, got 0`],
    ['too large', '[world]\nnum_clients = 16', `mine.toml: world.num_clients: ${WHOLE(1, 15)}, got 16`],
    ['below zero', '[world]\ninitial_funds_cents = -1', 'mine.toml: world.initial_funds_cents: must be at least 0, got -1'],
    ['a fraction of a cent', '[world]\ninitial_funds_cents = 1.5', 'mine.toml: world.initial_funds_cents: must be whole cents, got 1.5'],
    ['zero where there must be something', '[world]\ntrust_max = 0', 'mine.toml: world.trust_max: must be above 0, got 0'],
    ['more than everything', '[world]\nloyalty_rat_fraction = 1.01', 'mine.toml: world.loyalty_rat_fraction: must be 0 to 1, got 1.01'],
    ['a rate above the scale', '[world.salary_mid]\nrate_max = 11', 'mine.toml: world.salary_mid.rate_max: must be at most 10, got 11'],
    ['no such day', '[sim]\nstart_date = "2025-02-30"', 'mine.toml: sim.start_date: must be a date like 2025-01-01, from 1970 to 2999, got "2025-02-30"'],
    ['milestones out of order', '[world]\ntask_progress_milestones = [0.5, 0.25]', 'mine.toml: world.task_progress_milestones: must be shares in rising order, got [0.5,0.25]'],
    ['a milestone at the end', '[world]\ntask_progress_milestones = [0.5, 1.0]', 'mine.toml: world.task_progress_milestones.1: must be shares between 0 and 1, got 1'],
    ['no such type of distribution', '[world.dist.domain_count]\ntype = "gamma"', 'mine.toml: world.dist.domain_count.type: must be one of triangular, beta, normal, uniform, constant, got "gamma"'],
    ['a range upside down', '[world.dist.skill_boost]\ntype = "uniform"\nlow = 3\nhigh = 1', 'mine.toml: world.dist.skill_boost: must be a table with low <= high, got {"type":"uniform","low":3,"high":1}'],
    ['a mode outside', '[world.dist.required_qty]\nmode = 3000', 'mine.toml: world.dist.required_qty: must be a table with low <= mode <= high, got {"type":"triangular","low":400,"high":1500,"mode":3000}'],
    ['more domains than there are', '[world.dist.domain_count]\nvalue = 5', 'mine.toml: world.dist.domain_count: must be a distribution within 1 to 4, got {"type":"constant","value":5}'],
    ['less work than none', '[world.dist.required_qty]\nlow = -5', 'mine.toml: world.dist.required_qty: must be a distribution within 1 to 1000000, got {"type":"triangular","low":-5,"high":1500,"mode":800}'],
    ['a distribution with a key too few', '[world.dist.skill_boost]\ntype = "uniform"\nlow = 0', 'mine.toml: world.dist.skill_boost.high: is missing'],
  ])('%s', (_what, text, expected) => {
    expect(problemsOf(text)).toEqual([expected]);
    expect(codeOf(`extends = "paper"\n${text}`)).toBe('preset-invalid');
  });

  test.each([
    ['shares that do not sum to 1', '[world.salary_mid]\nshare = 0.2', 'world: must be a table whose salary_junior, salary_mid and salary_senior have shares that sum to 1'],
    ['a day that ends before it starts', '[world]\nworkday_start_hour = 18', 'world: must be a table with workday_start_hour < workday_end_hour'],
    ['prestige out of its own bounds', '[world]\ninitial_prestige_level = 0.5', 'world: must be a table with prestige_min <= initial_prestige_level <= prestige_max'],
    ['salaries upside down', '[world.salary_mid]\nmin_cents = 900_000', 'world.salary_mid: must be a table with min_cents <= max_cents'],
    ['rates upside down', '[world.salary_mid]\nrate_min = 8.0', 'world.salary_mid: must be a table with rate_min <= rate_max'],
    ['multipliers upside down', '[world]\nclient_reward_mult_low = 3.0', 'world: must be a table with client_reward_mult_low <= client_reward_mult_mode <= client_reward_mult_high'],
  ])('%s', (_what, text, expected) => {
    const [problem = '', ...others] = problemsOf(text);
    expect(problem.replace(/, got \{.*$/, '')).toBe(`mine.toml: ${expected}`);
    expect(others).toEqual([]);
  });
});

describe('the whole file is checked at once', () => {
  test('every problem is told', () => {
    const text = 'nmae = "x"\n[world]\nnum_employees = 0\nnum_clents = 3\n[sim]\nhorizon_years = 99';
    expect(problemsOf(text).sort()).toEqual([
      "mine.toml: nmae: unknown key (did you mean 'name'?)",
      `mine.toml: sim.horizon_years: ${WHOLE(1, 20)}, got 99`,
      "mine.toml: world.num_clents: unknown key (did you mean 'num_clients'?)",
      `mine.toml: world.num_employees: ${WHOLE(1, 200)}, got 0`,
    ]);
  });

  test('an empty file lacks its rules, a file with nothing else all the rest', () => {
    expect(problemsOf('', null)).toEqual(['mine.toml: rules: is missing']);
    expect(problemsOf('rules = "paper"', null)).toEqual(
      ['name', 'agent', 'loop', 'sim', 'world'].map((key) => `mine.toml: ${key}: is missing`),
    );
  });

  test('an edition that there is not', () => {
    expect(problemsOf('rules = "newest"')).toEqual(['mine.toml: rules: must be one of classic, paper, got "newest"']);
  });

  test('the paper’s rules on a classic base lack clients and trust', () => {
    const problems = problemsOf('rules = "paper"', 'classic');
    expect(problems).toContain('mine.toml: world.num_clients: is missing');
    expect(problems).toContain('mine.toml: world.trust_max: is missing');
    expect(problems.every((problem) => /^mine\.toml: world\.[a-z_]+: is missing$/.test(problem))).toBe(true);
  });

  test('a key of the paper’s edition is unknown to the classic one', () => {
    const [problem, ...others] = problemsOf('[world]\nnum_clients = 3', 'classic');
    expect(problem).toMatch(/^mine\.toml: world\.num_clients: unknown key/);
    expect(others).toEqual([]);
  });
});

describe('a preset that a file carries', () => {
  test('a complete one is returned as it is', () => {
    expect(validatePreset(JSON.parse(JSON.stringify(paper())), 'run.json')).toEqual({ ok: true, value: paper() });
  });

  test.each([null, 3, 'paper', [], {}])('%j is none', (value) => {
    expect(validatePreset(value, 'run.json')).toMatchObject({ ok: false, code: 'preset-invalid' });
  });

  test('what is wrong is named with its place', () => {
    const { sim: _sim, ...rest } = paper();
    expect(validatePreset(rest, 'run.json')).toMatchObject({ message: 'run.json: sim: is missing' });
  });
});
