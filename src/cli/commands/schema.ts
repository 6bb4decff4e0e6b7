import { Option, type Command } from 'commander';
import { ROLLOUT_SCHEMAS } from '../../rollout/jsonSchema.ts';

const ARENAS = Object.keys(ROLLOUT_SCHEMAS) as (keyof typeof ROLLOUT_SCHEMAS)[];

export function addSchema(parent: Command): void {
  parent
    .command('schema')
    .description('print the JSON Schema of rollout files')
    .addOption(new Option('--arena <name>', 'whose').choices(ARENAS).default('startup'))
    .action(({ arena }: { arena: (typeof ARENAS)[number] }) => {
      process.stdout.write(`${JSON.stringify(ROLLOUT_SCHEMAS[arena](), null, 2)}\n`);
    });
}
