import { expect, test } from 'vitest';
import { CLOCKWORK, Company, withKnobs } from '../../../tools/company.ts';

test('spec §7: client list is by name, with trust, tier and specialties, and without what is hidden', async () => {
  const company = await Company.found('paper');
  const { count, clients } = company.run('client list');
  const rows = company.world.clients.all().sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(count).toBe(6);
  expect(clients).toEqual(
    rows.map(({ id, name, tier, specialties }) => ({ client_id: id, name, trust_level: 0, tier, specialties: specialties.split(',') })),
  );
  expect(JSON.stringify(clients)).not.toMatch(/loyal|multiplier/);
});

test('spec §7: client history counts outcomes; the failure rate has 1 place', async () => {
  const company = await Company.found(withKnobs(CLOCKWORK.paper, { 'world.initial_funds_cents': 900_000_000, 'world.num_clients': 2 }));
  const empty = company.run('client history');
  expect(empty.client_history).toEqual(
    company.world.clients.all().map(({ name }) => name).sort().map((name) => ({ client_name: name, trust_level: 0, tasks_succeeded: 0, tasks_failed: 0, failure_rate_pct: 0 })),
  );
  const [onTime, late, alsoLate] = company.offers((task) => company.isLoyal(task));
  if (!onTime || !late || !alsoLate) throw new Error('The market is too small.');
  company.start(onTime, 1, 2, 3, 4);
  company.start(late, 5);
  company.start(alsoLate, 6);
  while (company.world.activeTasks().length > 0) company.resume();
  const name = company.world.clients.need(onTime.client_id ?? '').name;
  const { count, client_history } = company.run('client history');
  expect(count).toBe(2);
  expect(client_history.find((row: { client_name: string }) => row.client_name === name)).toEqual({
    client_name: name, trust_level: company.trustOf(onTime), tasks_succeeded: 1, tasks_failed: 2, failure_rate_pct: 66.7,
  });
});

test('there are no clients under the classic rules', async () => {
  const company = await Company.found(CLOCKWORK.classic);
  for (const line of ['client list', 'client history']) expect(company.usage(line)).toContain("No such command 'client'.");
});
