import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { baseImages, isDigest } from './base-images.ts';
import { repository } from './pnpm.ts';
import { provenanceOf } from './provenance.ts';
import { buildCommand, RELEASED_IMAGES, releaseComponent, signCommands } from './release-commands.ts';
import type { Release } from './release-commands.ts';

const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;
const release: Release = {
  registry: 'registry.example/lodging',
  version: '1.2.3',
  revision: 'c0ffee'.padEnd(40, '0'),
  sourceDate: 1_800_000_000,
  platforms: ['linux/amd64', 'linux/arm64'],
  bases: baseImages().map((base) => ({ ...base, digest: digestOf('b') })),
  directory: 'release',
  isPushed: true,
};
const [gateway = RELEASED_IMAGES[0]] = RELEASED_IMAGES.filter(({ name }) => name === 'gateway');
if (gateway === undefined) throw new Error('there is no gateway');

/** The parts of the two specifications that readers require. */
const digestSet = z
  .object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })
  .or(z.object({ gitCommit: z.string() }));
const slsaStatement = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.strictObject({ name: z.string(), digest: digestSet })).length(1),
  predicateType: z.literal('https://slsa.dev/provenance/v1'),
  predicate: z.strictObject({
    buildDefinition: z.strictObject({
      buildType: z.string().startsWith('urn:'),
      externalParameters: z.record(z.string(), z.unknown()),
      resolvedDependencies: z.array(z.strictObject({ uri: z.string().includes(':'), digest: digestSet })),
    }),
    runDetails: z.strictObject({
      builder: z.strictObject({ id: z.string().includes(':') }),
      metadata: z.strictObject({
        invocationId: z.string(),
        startedOn: z.iso.datetime(),
        finishedOn: z.iso.datetime(),
      }),
    }),
  }),
});

describe('a release', () => {
  it('has every image of production, and none of development', () => {
    const overlay = readFileSync(
      join(repository, 'deploy/kubernetes/overlays/production/release/kustomization.yaml'),
      'utf8',
    );
    const named = [...overlay.matchAll(/name: lodging\/(\w+)/g)].map(([, name = '']) => name);
    expect(RELEASED_IMAGES.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  it('is built for two architectures on bases with digests, with what BuildKit attests', () => {
    const command = buildCommand(release, gateway);
    expect(command.join(' ')).toContain('--platform linux/amd64,linux/arm64');
    for (const { argument, image } of baseImages())
      expect(command).toContain(`${argument}=${image}@${digestOf('b')}`);
    expect(command).toEqual(expect.arrayContaining(['type=sbom', 'type=provenance,mode=max', '--push', '.']));
    const local = buildCommand({ ...release, isPushed: false }, gateway);
    expect(local).toContain('type=oci,dest=release/gateway.oci.tar');
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

  it('is signed by digest, never by tag, with its provenance and its bill of materials', () => {
    const commands = signCommands(release, gateway, digestOf('a'));
    expect(commands.map((words) => words.slice(0, 2).join(' '))).toEqual([
      'cosign sign',
      'cosign attest',
      'cosign attest',
    ]);
    for (const words of commands)
      expect(words.at(-1)).toBe(`registry.example/lodging/gateway@${digestOf('a')}`);
    expect(
      signCommands(release, gateway, digestOf('a'), 'own.key').every((words) => words.includes('own.key')),
    ).toBe(true);
  });

  it('says what each image was made of, in the form of in-toto and SLSA', () => {
    const run = {
      builder: 'https://git.example/lodging/.github/workflows/release.yml@refs/tags/v1.2.3',
      invocation: 'https://git.example/lodging/actions/runs/1',
      startedOn: '2027-01-01T00:00:00.000Z',
      finishedOn: '2027-01-01T00:10:00.000Z',
      source: 'git+https://git.example/lodging',
      lockfileSha256: 'd'.repeat(64),
    };
    for (const image of RELEASED_IMAGES) {
      const statement = slsaStatement.parse(
        JSON.parse(JSON.stringify(provenanceOf(release, image, digestOf('a'), run))),
      );
      expect(statement.subject).toEqual([
        { name: `registry.example/lodging/${image.name}`, digest: { sha256: 'a'.repeat(64) } },
      ]);
      const uris = statement.predicate.buildDefinition.resolvedDependencies.map(({ uri }) => uri);
      expect(uris).toEqual([
        `git+https://git.example/lodging@${release.revision}`,
        'file:pnpm-lock.yaml',
        ...baseImages().map(({ image: base }) => `docker://${base}`),
      ]);
    }
    expect(() => provenanceOf(release, gateway, 'latest', run)).toThrow(/no digest/);
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
    expect(count('docker buildx imagetools inspect ')).toBe(baseImages().length);
    expect(count('npm run sbom ')).toBe(1);
    expect(count('docker buildx build ')).toBe(RELEASED_IMAGES.length);
    expect(count('cosign sign ')).toBe(RELEASED_IMAGES.length);
    expect(count('cosign attest ')).toBe(2 * RELEASED_IMAGES.length - 1);
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
    expect(runs(jobs.test)).toEqual(['npm test']);
    expect(jobs.release.needs).toBe('test');
  });

  it('runs commands that there are, with arguments that they take', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const commands = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(runs);
    for (const command of commands) {
      const [, name = 'test'] = /^npm run (\S+)/.exec(command) ?? [];
      expect(scripts).toHaveProperty([name]);
    }
    const release = commands.find((command) => command.includes('run release')) ?? '';
    const words =
      release
        .split(' -- ')[1]
        ?.replaceAll(/"\$\{?\w+(#v\})?"/g, 'x')
        .split(' ') ?? [];
    const source = readFileSync(join(import.meta.dirname, 'release.ts'), 'utf8');
    for (const flag of words.filter((word) => word.startsWith('--')))
      expect(source).toMatch(new RegExp(`^    '?${flag.slice(2)}'?: \\{ type:`, 'm'));
  });
});
