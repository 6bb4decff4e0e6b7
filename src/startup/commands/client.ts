import { roundHalfEven } from '../../core/rounding.ts';
import { defineCommand } from './command.ts';
import type { ClientRow, World } from '../world.ts';

export const clientList = defineCommand({
  group: 'client',
  name: 'list',
  rules: 'paper',
  summary: 'Clients with their tier, specialties and trust.',
  options: {},
  run(world) {
    const clients = byName(world).map(({ id, name, trust, tier, specialties }) => ({
      client_id: id,
      name,
      trust_level: trust,
      tier,
      specialties: specialties.split(','),
    }));
    return { count: clients.length, clients };
  },
});

export const clientHistory = defineCommand({
  group: 'client',
  name: 'history',
  rules: 'paper',
  summary: 'What has become of the tasks done for each client.',
  options: {},
  run(world) {
    const history = byName(world).map(({ id, name, trust }) => {
      const count = (status: 'completed_success' | 'completed_fail') =>
        world.tasks.where('status', status).filter(({ client_id }) => client_id === id).length;
      const [succeeded, failed] = [count('completed_success'), count('completed_fail')];
      const done = succeeded + failed;
      return {
        client_name: name,
        trust_level: trust,
        tasks_succeeded: succeeded,
        tasks_failed: failed,
        failure_rate_pct: done === 0 ? 0 : roundHalfEven((failed / done) * 100, 1),
      };
    });
    return { count: history.length, client_history: history };
  },
});

function byName(world: World): ClientRow[] {
  return world.clients.all().sort((a, b) => (a.name < b.name ? -1 : 1));
}
