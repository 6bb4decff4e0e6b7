/** What the console offers to complete can be run. */
import { describe, expect, test } from 'vitest';
import { deskView } from '../../../../workers/startup/desk.ts';
import { complete, wholeLine } from '../../../../src/app/play/completion.ts';
import { Company } from '../../../tools/company.ts';
import { property } from '../../../tools/property.ts';

const values = (line: string, company: Company) => complete(line, deskView(company.simulation)).suggestions.map(({ value }) => value);

describe.each(['paper', 'tutorial'])('%s', (preset) => {
  property('whatever is picked from the lists, the line is one the world understands', async (dice) => {
    const company = await Company.found(preset);
    company.start(company.offer(({ required_prestige }) => required_prestige === 1), 1);
    company.run(`task accept --task-id ${company.offer(({ required_prestige }) => required_prestige === 1).id}`);
    const view = deskView(company.simulation);
    for (let round = 0; round < 50; round++) {
      let line = dice.chance(0.5) ? 'yc-bench ' : '';
      for (let step = 0; step < 6; step++) {
        const { start, suggestions } = complete(line, view);
        if (suggestions.length === 0) break;
        line = `${line.slice(0, start)}${dice.pick(suggestions).value} `;
      }
      const answer = company.simulation.runLine(wholeLine(line));
      // A text, a number or a date is the typist's to add, and half a command its help.
      const isUnfinished = 'text' in answer && /requires a value|Missing option|^Commands|is not a|Unexpected argument/.test(answer.text);
      expect(answer.exit !== 2 || isUnfinished, `${line}: ${JSON.stringify(answer)}`).toBe(true);
    }
  });
});

test('groups, names, flags and ids are completed from what has been typed of them', async () => {
  const company = await Company.found('paper');
  expect(values('ma', company)).toEqual(['market']);
  expect(values('yc-bench ma', company)).toEqual(['market']);
  expect(values('task as', company)).toEqual(['assign', 'assign-all']);
  expect(values('task accept --t', company)).toEqual(['--task-id']);
  expect(values('market browse --domain IN', company)).toEqual(['inference']);
  expect(values('nonsense browse ', company)).toEqual([]);
});

test('a list of people is completed name by name, each once', async () => {
  const company = await Company.found('paper');
  const line = 'task assign --task-id Task-1 --employees Emp_1,Emp_';
  const { start, suggestions } = complete(line, deskView(company.simulation));
  expect(line.slice(start)).toBe('Emp_');
  expect(suggestions.map(({ value }) => value)).toContain('Emp_2');
  expect(suggestions.map(({ value }) => value)).not.toContain('Emp_1');
});

test('each command is offered the tasks that it can be about', async () => {
  const company = await Company.found('paper');
  const [active, planned] = company.offers(({ required_prestige, required_trust }) => required_prestige === 1 && required_trust === 0);
  if (!active || !planned) throw new Error('a market has tasks for beginners');
  company.start(active, 1);
  company.run(`task accept --task-id ${planned.id}`);
  expect(values('task dispatch --task-id ', company)).toEqual([planned.title]);
  expect(values('task cancel --task-id ', company).sort()).toEqual([active.title, planned.title].sort());
  expect(values('task accept --task-id ', company)).not.toContain(planned.title);
});

test('a line may be typed without the program’s name', () => {
  expect(wholeLine(' sim resume ')).toBe('yc-bench sim resume');
  expect(wholeLine('yc-bench sim resume')).toBe('yc-bench sim resume');
  expect(wholeLine('yc-bench')).toBe('yc-bench');
});
