import { defineCommand } from './command.ts';

const content = { flag: '--content', kind: 'text', required: true, help: 'the text' } as const;

export const scratchpadRead = defineCommand({
  group: 'scratchpad',
  name: 'read',
  summary: 'Your notes; they survive when older messages are dropped.',
  options: {},
  run: (world) => ({ content: world.company.scratchpad }),
});

export const scratchpadWrite = defineCommand({
  group: 'scratchpad',
  name: 'write',
  summary: 'Replace the notes.',
  options: { content },
  run(world, { content: text }) {
    world.updateCompany({ scratchpad: text });
    return { ok: true, content: text };
  },
});

export const scratchpadAppend = defineCommand({
  group: 'scratchpad',
  name: 'append',
  summary: 'Add a line to the notes.',
  options: { content },
  run(world, { content: text }) {
    const { scratchpad } = world.company;
    const joined = scratchpad === '' ? text : `${scratchpad}\n${text}`;
    world.updateCompany({ scratchpad: joined });
    return { ok: true, content: joined };
  },
});

export const scratchpadClear = defineCommand({
  group: 'scratchpad',
  name: 'clear',
  summary: 'Empty the notes.',
  options: {},
  run(world) {
    world.updateCompany({ scratchpad: '' });
    return { ok: true };
  },
});
