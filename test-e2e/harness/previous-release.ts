import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newestRelease } from './newest-release.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
// Not below node_modules, where Node runs no TypeScript.
const releases = join(root, '.lodging', 'releases');

/** The newest release from 1.0.0 on in the history of this commit, apart from one that this commit is. */
async function previousCommit(): Promise<string> {
  const own = lines(await git('tag', '--points-at', 'HEAD'));
  const tags = lines(await git('tag', '--merged', 'HEAD')).filter((tag) => !own.includes(tag));
  const tag = newestRelease(tags);
  if (tag === undefined) throw new Error('no tag of the history is a release from 1.0.0 on');
  return git('rev-parse', `${tag}^{commit}`);
}

const lines = (output: string): string[] => output.split('\n').filter((line) => line !== '');

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: root })).stdout.trim();
}

/** Fails where the commit cannot be had: in a copy of the files without their history, or one of a few commits. */
async function fetchCommit(commit: string): Promise<void> {
  const isHere = () => git('cat-file', '-e', `${commit}^{commit}`);
  await isHere().catch(() => git('fetch', '--quiet', '--depth', '1', 'origin', commit).then(isHere));
}

/**
 * The directory of the code of a release, the previous one if none is named, with its packages installed; undefined, with the
 * reason on the output, where there is no release before this one, or its commit or packages cannot be had. It is kept for the next run, and others are removed.
 */
export async function previousRelease(wanted?: string): Promise<string | undefined> {
  try {
    const commit = await (wanted === undefined ? previousCommit() : git('rev-parse', `${wanted}^{commit}`));
    const directory = join(releases, commit);
    if (!existsSync(directory)) {
      await fetchCommit(commit);
      await unpack(commit, directory);
    }
    return directory;
  } catch (error) {
    process.stdout.write(`The code of the release cannot be had: ${String(error)}\n`);
    return undefined;
  }
}

async function unpack(commit: string, directory: string): Promise<void> {
  await mkdir(releases, { recursive: true });
  const kept = await readdir(releases);
  const fresh = await mkdtemp(join(releases, 'new-'));
  try {
    await run('sh', ['-c', `git archive ${commit} | tar -x -C "${fresh}"`], { cwd: root });
    await install(fresh);
    // Another run may have been quicker.
    await rename(fresh, directory).catch(() => {});
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  const old = kept.filter((name) => !name.startsWith('new-') && name !== commit);
  await Promise.all(old.map((name) => rm(join(releases, name), { recursive: true, force: true })));
}

async function install(directory: string): Promise<void> {
  const { packageManager }: { packageManager: string } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const words = ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline', '--prod'];
  const env = { ...process.env, CI: 'true', NODE_ENV: '' };
  await run('npx', words, { cwd: directory, env, maxBuffer: 64 << 20, timeout: 120_000 });
}
