import type { Command } from 'commander';
import { rolloutJsonSchema } from '../../rollout/jsonSchema.ts';

export function addSchema(parent: Command): void {
  parent
    .command('schema')
    .description('print the JSON Schema of rollout files')
    .action(() => void process.stdout.write(`${JSON.stringify(rolloutJsonSchema(), null, 2)}\n`));
}
