import { Option, type Command } from 'commander';
import { edgesOf, density } from '../../service/catalogue/graph.ts';
import { toolsOf } from '../../service/catalogue/index.ts';
import { functionTool } from '../../service/catalogue/schema.ts';
import { DOMAINS, type Domain, type Language } from '../../service/types.ts';

interface ToolsOptions {
  readonly domain?: Domain;
  readonly language: Language;
  readonly graph?: true;
  readonly json?: true;
}

export function addServiceTools(parent: Command): void {
  parent
    .command('tools')
    .description('list the tools, what they need and what they change')
    .addOption(new Option('--domain <domain>', 'only those of one domain').choices(DOMAINS))
    .addOption(new Option('--language <language>', 'of the descriptions').choices(['english', 'chinese']).default('english'))
    .option('--graph', 'which result feeds which parameter')
    .option('--json', 'print JSON: schemas for function calling, or the edges of the graph')
    .action(tools);
}

function tools({ domain, language, graph, json }: ToolsOptions): void {
  const chosen = toolsOf(domain ? [domain] : DOMAINS);
  if (graph) {
    const edges = edgesOf(chosen);
    if (json) process.stdout.write(`${JSON.stringify({ density: density(chosen), edges })}\n`);
    else for (const { from, to, parameters } of edges) process.stdout.write(`${from} -> ${to}: ${parameters.join(', ')}\n`);
    return;
  }
  if (json) process.stdout.write(`${JSON.stringify(chosen.map((tool) => functionTool(tool, language)))}\n`);
  for (const { name, kind, parameters, description } of json ? [] : chosen) {
    const names = parameters.map((parameter) => (parameter.isRequired ? parameter.name : `[${parameter.name}]`));
    process.stdout.write(`${name}(${names.join(', ')})  ${kind}\n    ${description[language]}\n`);
  }
}
