import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const programs = {
  start: 'deploy/local/start.ts',
  test: 'deploy/local/test.ts',
  bench: 'test-e2e/benchmarks/run.ts',
  soak: 'test-e2e/benchmarks/soak.ts',
  drill: 'test-e2e/drill/run.ts',
  'kubernetes:render': 'deploy/kubernetes/render.ts',
  'kubernetes:walk': 'deploy/kubernetes/walk/main.ts',
  'kubernetes:secrets': 'deploy/kubernetes/make-secrets.ts',
  'test:fuzz': 'test-e2e/fuzz/run.ts',
  'test:faults': 'test-e2e/faults/run/main.ts',
  'test:migrations': 'test-e2e/migrations/run.ts',
  'test:compose': 'deploy/docker/test-compose.ts',
  sbom: 'deploy/release/sbom.ts',
  release: 'deploy/release/release.ts',
  'release:packages': 'deploy/release/release-packages.ts',
  advisories: 'deploy/release/advisories.ts',
  'nats:render': 'deploy/nats/render.ts',
  'client:generate': 'packages/client/test/generate.ts',
  'client:build': 'packages/client/build.ts',
  'console:dev': 'deploy/local/console-dev.ts',
  picture: 'test-e2e/pictures/run.ts',
  'picture:dashboards': 'test-e2e/pictures/dashboards/run.ts',
  lodging: 'packages/cli/src/main.ts',
  mcp: 'packages/mcp/src/main.ts',
  emulators: 'packages/emulators/src/main.ts',
};
/** Programs read the standard output of these: as a protocol, or as JSON. */
const notes = ['mcp', 'lodging', 'emulators'].includes(process.argv[2]) ? process.stderr : process.stdout;
const marker = join(root, 'node_modules', '.installed-for');
const node = join(root, 'node_modules', '.bin', 'node');

const [command = 'start', ...args] = process.argv.slice(2);
const program = programs[command];
if (program === undefined)
  fail(`Unknown command "${command}". There are: ${Object.keys(programs).join(', ')}.`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `This is Node ${process.versions.node}. Node 20 or newer is needed to begin; the project brings its own after that.`,
  );
}
if (process.platform === 'win32') fail('Windows is supported through WSL 2 only.');
install();
handOver();

/** Skipped when the last installation was for the same lockfile. */
function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .digest('hex');
  if (existsSync(node) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  const began = performance.now();
  notes.write('Installing packages (the first time takes a minute) … ');
  const words = ['--yes', pnpm, 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // Development packages are needed in any case, and the installation must not prompt.
  const env = { ...process.env, CI: 'true', NODE_ENV: '' };
  const result = spawnSync('npx', words, { cwd: root, env, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (result.error !== undefined)
    fail(`\nnpx could not be started: ${result.error.message}. It comes with npm.`);
  const output = `${result.stdout}\n${result.stderr}`;
  if (result.status !== 0 || !existsSync(node)) fail(`failed\n${explain(output)}`);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < 26)
    fail(`failed\nNode 26 was not installed for this platform (${version.trim() || 'none'}).`);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, wanted);
  notes.write(`done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

function explain(output) {
  const tail = output.trim().split('\n').slice(-15).join('\n');
  const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output);
  if (offline)
    return `${tail}\n\nThe package registry could not be reached. Check the network or the proxy settings, then try again.`;
  if (/OUTDATED_LOCKFILE/.test(output)) return `${tail}\n\npnpm-lock.yaml does not match a package.json.`;
  return tail;
}

function handOver() {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...compiled() },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A killed npm does not signal its grandchildren, so the end of the parent process is detected here.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 500).unref();
  }
  child.once('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

/** A command of the command line, or a start, takes half the time to begin. Services have it by themselves. */
function compiled() {
  return ['lodging', 'mcp', 'start'].includes(command)
    ? { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'command-line') }
    : {};
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
