import { InvalidArgumentError, Option, type Command } from 'commander';
import { generateTask } from '../../service/generator/index.ts';
import { DOMAINS, type Domain, type Language } from '../../service/types.ts';
import { written } from '../output.ts';

interface GenerateOptions {
  readonly seed: string;
  readonly domains?: readonly Domain[];
  readonly language: Language;
  readonly size: number;
  readonly out?: string;
}

const MOST_PRODUCTS = 100_000;

export function addServiceGenerate(parent: Command): void {
  parent
    .command('generate')
    .description('make up a task with a world of any size, as a task file')
    .option('--seed <text>', 'what it is drawn from', '1')
    .option('--domains <list>', `some of ${DOMAINS.join(',')}; all of them if left out`, readDomains)
    .addOption(new Option('--language <language>', 'of its texts').choices(['english', 'chinese']).default('english'))
    .addOption(new Option('--size <n>', 'how many products there are in all').argParser(readSize).default(200))
    .option('--out <file>', 'where to, instead of stdout')
    .action(generate);
}

async function generate({ seed, out, ...options }: GenerateOptions): Promise<void> {
  const text = `${JSON.stringify([generateTask(seed, options)])}\n`;
  if (out === undefined) process.stdout.write(text);
  else await written(out, new TextEncoder().encode(text));
}

function readDomains(list: string): Domain[] {
  return list.split(',').map((name) => {
    const domain = DOMAINS.find((each) => each === name.trim());
    if (!domain) throw new InvalidArgumentError(`Allowed are ${DOMAINS.join(', ')}, joined by commas.`);
    return domain;
  });
}

function readSize(text: string): number {
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= 1 && size <= MOST_PRODUCTS) return size;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_PRODUCTS}.`);
}
