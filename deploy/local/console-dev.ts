import { spawn } from 'node:child_process';
import { readJson } from '@lodging/deploy-shared';
import { join } from 'node:path';
import process from 'node:process';
import { homeDirectory, repository } from './home.ts';

/**
 * The console from its sources, which reload when they change. Its `/v1` is that of the running stack, through a proxy: the
 * browser sees one origin, so that the cookie counts.
 */
const demoFile = join(homeDirectory(process.env), 'demo.json');
const { gatewayUrl }: { gatewayUrl?: string } = Object(readJson(demoFile));
if (gatewayUrl === undefined) {
  process.stderr.write(`Nothing runs there: ${demoFile} does not exist. Begin with npm start.\n`);
  process.exit(1);
}
const directory = join(repository, 'packages', 'console');
const vite = spawn(join(directory, 'node_modules', '.bin', 'vite'), process.argv.slice(2), {
  cwd: directory,
  stdio: 'inherit',
  env: { ...process.env, LODGING_URL: gatewayUrl },
});
vite.once('close', (code) => process.exit(code ?? 1));
