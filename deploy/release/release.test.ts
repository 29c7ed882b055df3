import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from './pnpm.ts';
import {
  buildCommand,
  isDigest,
  RELEASED_IMAGES,
  releaseComponent,
  signCommand,
} from './release-commands.ts';
import type { Release } from './release-commands.ts';

const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;
const release: Release = {
  registry: 'registry.example/lodging',
  version: '1.2.3',
  revision: 'c0ffee'.padEnd(40, '0'),
  sourceDate: 1_800_000_000,
  platforms: ['linux/amd64', 'linux/arm64'],
  builder: 'https://git.example/lodging/actions/runs/1',
  directory: 'release',
  isPushed: true,
};
const [gateway = RELEASED_IMAGES[0]] = RELEASED_IMAGES.filter(({ name }) => name === 'gateway');
if (gateway === undefined) throw new Error('there is no gateway');

describe('a release', () => {
  it('has every image of production, and none of development', () => {
    const overlay = readFileSync(
      join(repository, 'deploy/kubernetes/overlays/production/release/kustomization.yaml'),
      'utf8',
    );
    const named = [...overlay.matchAll(/name: lodging\/(\w+)/g)].map(([, name = '']) => name);
    expect(RELEASED_IMAGES.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  it('is built for two architectures on the newest bases, with a bill of materials and provenance', () => {
    const command = buildCommand(release, gateway);
    expect(command.join(' ')).toContain('--platform linux/amd64,linux/arm64');
    const run = 'https://git.example/lodging/actions/runs/1';
    for (const word of ['--pull', '--sbom=true', `--provenance=mode=max,builder-id=${run}`, '--push', '.'])
      expect(command).toContain(word);
    const local = buildCommand({ ...release, isPushed: false, builder: undefined }, gateway);
    expect(local).toContain('type=oci,dest=release/gateway.oci.tar');
    expect(local).toContain('--provenance=mode=max');
    expect(local).not.toContain('--push');
  });

  it('uses no argument that the Dockerfile does not have', () => {
    const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');
    for (const image of RELEASED_IMAGES) {
      const words = buildCommand(release, image);
      const given = words.filter((_, index) => words[index - 1] === '--build-arg');
      for (const name of given.map((each) => each.split('=')[0] ?? ''))
        if (name !== 'SOURCE_DATE_EPOCH') expect(dockerfile).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
    }
  });

  it('is signed by digest, never by tag, by an identity or a key', () => {
    const reference = `registry.example/lodging/gateway@${digestOf('a')}`;
    const command = ['cosign', 'sign', '--yes'];
    expect(signCommand(release, gateway, digestOf('a'))).toEqual([...command, reference]);
    const withKey = signCommand(release, gateway, digestOf('a'), 'own.key');
    expect(withKey).toEqual([...command, '--key', 'own.key', reference]);
  });

  it('ends with the overlay of production, by digests', () => {
    const text = releaseComponent(release, new Map([['gateway', digestOf('a')]]));
    expect(text).toContain(`newName: registry.example/lodging/gateway\n    digest: ${digestOf('a')}\n`);
    expect(text).not.toContain('newTag');
    expect(isDigest(digestOf('a'))).toBe(true);
  });
});

describe('npm run release -- --dry-run', { timeout: 30_000 }, () => {
  const dry = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'release.ts'), ...args], {
      cwd: repository,
      encoding: 'utf8',
    });

  it('prints every command and runs none, without an engine and a registry', () => {
    const { stdout, status, stderr } = dry('--registry', 'r.example/l', '--push', '--sign', '--dry-run');
    expect(status, stderr).toBe(0);
    const count = (beginning: string) =>
      stdout.split('\n').filter((line) => line.startsWith(beginning)).length;
    expect(count('docker buildx build ')).toBe(RELEASED_IMAGES.length);
    expect(count('cosign sign ')).toBe(RELEASED_IMAGES.length);
  });

  it('is refused without a registry, and signs nothing that is not pushed', () => {
    expect(dry('--dry-run').status).toBe(2);
    expect(dry('--registry', 'r.example/l', '--sign', '--dry-run').status).toBe(2);
  });

  it('is refused for a branch, which is no version', () => {
    expect(dry('--registry', 'r.example/l', '--version', 'main', '--dry-run').status).toBe(2);
  });
});

describe('the pipeline', () => {
  const pipeline = readFileSync(join(repository, '.github/workflows/release.yml'), 'utf8');
  const { jobs } = parse(pipeline);
  const runs = (job: { steps: { run?: string }[] }): string[] => job.steps.flatMap(({ run }) => run ?? []);

  it('begins with a tag alone, and uses no action that can be replaced below its name', () => {
    const { on } = parse(pipeline);
    expect(on).toEqual({ push: { tags: ['v*'] } });
    for (const [, action] of pipeline.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });

  it('releases nothing before all checks have passed', () => {
    expect(runs(jobs.test)).toEqual(['npm run test:all']);
    expect(jobs.release.needs).toBe('test');
    expect(jobs.packages.needs).toBe('test');
    expect(Object.keys(jobs)).toEqual(['test', 'release', 'packages']);
  });

  it('runs commands that there are, with arguments that they take', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const commands = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(runs);
    for (const command of commands) {
      const [, name = 'test'] = /^npm run (\S+)/.exec(command) ?? [];
      expect(scripts).toHaveProperty([name]);
    }
    expect(flagsOf(commands, 'release ')).toEqual(['--registry', '--version', '--push', '--sign']);
    expect(flagsOf(commands, 'release:packages ')).toEqual(['--tag', '--page', '--publish']);
    for (const name of ['release', 'release:packages']) {
      const source = readFileSync(join(import.meta.dirname, `${name.replace(':', '-')}.ts`), 'utf8');
      for (const flag of flagsOf(commands, `${name} `))
        expect(source).toMatch(new RegExp(`^    '?${flag.slice(2)}'?: \\{ type:`, 'm'));
    }
  });
});

function flagsOf(commands: readonly string[], name: string): string[] {
  const command = commands.find((each) => each.startsWith(`npm run ${name}`)) ?? '';
  return command.split(' ').filter((word) => /^--\w/.test(word));
}
