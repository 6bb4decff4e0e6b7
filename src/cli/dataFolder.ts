/** Where the command line keeps what is to be there next time. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `LONGRUN_HOME`, or where the system has such things. */
export function dataFolder(): string {
  const { LONGRUN_HOME, XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (LONGRUN_HOME) return LONGRUN_HOME;
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'longrun');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'longrun');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'longrun');
}
