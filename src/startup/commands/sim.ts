import { resume } from '../resume.ts';
import { defineCommand, refusal } from './command.ts';

export const simResume = defineCommand({
  group: 'sim',
  name: 'resume',
  summary: 'Let time pass until something happens.',
  options: {},
  run(world) {
    const running = world.company.terminal_reason === null;
    // Under the classic rules an idle company runs on, and pays salaries (spec, table of editions).
    if (world.preset.rules === 'paper' && running && world.activeTasks().length === 0) {
      return refusal(
        'No active tasks. Accept and dispatch a task before calling sim resume. ' +
          'Use: market browse \u2192 task accept \u2192 task dispatch \u2192 sim resume',
      );
    }
    return resume(world);
  },
});
