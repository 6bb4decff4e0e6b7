// `npm start`: installs what is missing, builds the page and serves it on this machine only.
import { ensureInstalled, root } from './bootstrap.mjs';

const usualPort = 4173;
const wanted = process.env.PORT;
const port = Number(wanted || usualPort);

try {
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`PORT is no port number: ${wanted}`);
  ensureInstalled();
  const { build, preview } = await import('vite');
  process.stderr.write('longrun: building the page…\n');
  await build({ root, logLevel: 'warn' });
  // A port that was asked for is a promise; the usual one gives way to the next.
  const server = await preview({ root, logLevel: 'warn', preview: { host: 'localhost', port, strictPort: Boolean(wanted) } });
  process.stdout.write(`${server.resolvedUrls?.local[0]}\n`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
} catch (error) {
  process.stderr.write(`longrun: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
