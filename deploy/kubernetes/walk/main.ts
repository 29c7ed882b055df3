import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentWalk } from './development.ts';
import { timedScript } from './page-commands.ts';

const USAGE = `npm run kubernetes:walk -- [--dry-run]
Types the page's commands for development into the cluster that kubectl is set to, and prints how long each took.
`;
const [flag] = process.argv.slice(2);
if (flag !== undefined && flag !== '--dry-run') {
  process.stderr.write(USAGE);
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), 'lodging-walk-'));
const commands = developmentWalk(join(directory, 'key'));
if (flag === '--dry-run') process.stdout.write(`${commands.join('\n')}\n`);
else process.exitCode = walk();
rmSync(directory, { recursive: true });

/** Times go to the third channel, which is this program's standard output; what commands say is on standard error. */
function walk(): number {
  const script = join(directory, 'walk.sh');
  writeFileSync(script, timedScript(commands));
  const cwd = join(import.meta.dirname, '..', '..', '..');
  return spawnSync('bash', [script], { cwd, stdio: ['ignore', 2, 2, 1] }).status ?? 1;
}
