// Guarantees of what the restore refuses, before it changes anything.
import { describe, expect, it } from 'vitest';
import { archivesFor, counted, targetTimeOf } from './archives.ts';
import { dangersOf } from './dangers.ts';
import type { Facts } from './dangers.ts';
import type { Backup, Cluster, Deployment } from './objects.ts';

const target = Temporal.Instant.from('2027-05-03T09:00:00Z');
const targetTime = targetTimeOf(target);
const IMAGE = 'ghcr.io/cloudnative-pg/postgresql:17.11-standard@sha256:0';
const metadata = { name: 'postgres', creationTimestamp: '2027-01-01T00:00:00Z' };
const cluster: Cluster = {
  metadata,
  spec: { imageName: IMAGE, plugins: [{ parameters: { serverName: 'postgres' } }] },
};
const restored: Cluster = {
  metadata,
  spec: {
    imageName: IMAGE,
    plugins: [{ parameters: { serverName: 'postgres-1' } }],
    bootstrap: { recovery: { recoveryTarget: { targetTime } } },
    externalClusters: [{ plugin: { parameters: { serverName: 'postgres' } } }],
  },
};
const backup: Backup = {
  metadata: { name: 'nightly', creationTimestamp: '2027-05-03T03:30:00Z' },
  status: { phase: 'completed', stoppedAt: '2027-05-03T03:41:00Z', majorVersion: 17 },
};
const deployment = (status: Deployment['status'], image = 'lodging/gateway:1.0.0'): Deployment => ({
  metadata: { ...metadata, name: 'gateway' },
  spec: { template: { spec: { containers: [{ image }] } } },
  ...(status && { status }),
});
const files = { targetTime: '2026-01-01 00:00:00+00', reads: 'postgres', writes: 'postgres' };
const facts: Facts = {
  target,
  targetTime,
  now: target.add({ minutes: 20 }),
  cluster,
  backups: [backup],
  deployments: [deployment({ replicas: 2, updatedReplicas: 2 })],
  files,
  rendered: { services: ['lodging/gateway:1.0.0'], database: IMAGE },
  flags: { gitopsSuspended: false, bucketChecked: false },
};
const labelled = (labels: Record<string, string>): Cluster => ({
  ...cluster,
  metadata: { ...metadata, labels },
});

describe('a restore', () => {
  it('is not refused where nothing speaks against it', () => {
    expect(dangersOf(facts)).toEqual([]);
  });

  it.each<[string, Partial<Facts>, RegExp]>([
    ['a time in the future', { now: target.subtract({ seconds: 1 }) }, /in the future/],
    [
      'Flux, which would bring the routes back',
      { cluster: labelled({ 'kustomize.toolkit.fluxcd.io/name': 'x' }) },
      /^Flux reconciles/,
    ],
    ['Argo CD', { cluster: labelled({ 'argocd.argoproj.io/instance': 'x' }) }, /^Argo CD reconciles/],
    ['no backup', { backups: [] }, /none was completed/],
    [
      'a backup from after the time',
      { backups: [{ ...backup, status: { phase: 'completed', stoppedAt: '2027-05-03T09:00:01Z' } }] },
      /none was completed/,
    ],
    ['a backup that failed', { backups: [{ ...backup, status: { phase: 'failed' } }] }, /none was completed/],
    [
      'a backup into an earlier archive',
      { backups: [{ ...backup, metadata: { name: 'old', creationTimestamp: '2026-12-01T00:00:00Z' } }] },
      /none was completed/,
    ],
    [
      'a time before the cluster was made',
      { cluster: { ...cluster, metadata: { ...metadata, creationTimestamp: '2027-05-03T09:00:01Z' } } },
      /earlier archive/,
    ],
    [
      'another major version of Postgres',
      { rendered: { ...facts.rendered, database: 'postgresql:18.1@sha256:0' } },
      /of Postgres 17, .* has 18/,
    ],
    [
      'another major version, where the cluster is gone',
      { cluster: undefined, rendered: { ...facts.rendered, database: 'postgresql:18.1' } },
      /of Postgres 17/,
    ],
    [
      'a version that the operator would choose',
      { rendered: { ...facts.rendered, database: undefined } },
      /no imageName/,
    ],
    [
      'a rollout that is not finished',
      { deployments: [deployment({ replicas: 3, updatedReplicas: 1 })] },
      /two versions/,
    ],
    [
      'a checkout of another release',
      { deployments: [deployment({}, 'lodging/gateway:0.9.0')] },
      /another release.*0\.9\.0/,
    ],
    [
      'a checkout that names another archive',
      { files: { ...files, writes: 'postgres-3' } },
      /archive postgres, and .* says postgres-3/,
    ],
  ])('is refused for %s', (_, changed, why) => {
    expect(dangersOf({ ...facts, ...changed })).toEqual([expect.stringMatching(why)]);
  });

  it('goes on after an interruption, with and without the cluster', () => {
    const edited = { targetTime, reads: 'postgres', writes: 'postgres-1' };
    expect(dangersOf({ ...facts, files: edited })).toEqual([]);
    expect(dangersOf({ ...facts, files: edited, cluster: undefined })).toEqual([]);
    expect(dangersOf({ ...facts, files: edited, cluster: restored, backups: [] })).toEqual([]);
  });

  it('trusts people who looked into the bucket, and who suspended what reconciles the cluster', () => {
    const flags = { gitopsSuspended: true, bucketChecked: true };
    const flux = labelled({ 'kustomize.toolkit.fluxcd.io/name': 'x' });
    expect(dangersOf({ ...facts, cluster: flux, backups: [], flags })).toEqual([]);
  });
});

describe('the archives', () => {
  const edited = { targetTime, reads: 'postgres-1', writes: 'postgres-2' };

  it('are counted up once, however often the restore is run', () => {
    expect(['postgres', 'postgres-1', 'postgres-9'].map(counted)).toEqual([
      'postgres-1',
      'postgres-2',
      'postgres-10',
    ]);
    const first = archivesFor(files, cluster, targetTime);
    expect(first).toEqual({ targetTime, reads: 'postgres', writes: 'postgres-1' });
    expect(archivesFor(first, cluster, targetTime)).toEqual(first);
    expect(archivesFor(first, undefined, targetTime)).toEqual(first);
    expect(archivesFor(first, restored, targetTime)).toEqual(first);
    // Another machine, with a checkout that does not know of the run.
    expect(archivesFor(files, restored, targetTime)).toEqual(first);
  });

  it('are counted up again for a second restore to another time', () => {
    expect(
      archivesFor({ ...edited, targetTime: 'x', writes: 'postgres-1' }, restored, '2027-05-04 00:00:00+00'),
    ).toEqual({
      targetTime: '2027-05-04 00:00:00+00',
      reads: 'postgres-1',
      writes: 'postgres-2',
    });
  });

  it('are those of the overlays where everything is gone', () => {
    expect(archivesFor({ ...files, writes: 'postgres-4' }, undefined, targetTime)).toEqual({
      targetTime,
      reads: 'postgres-4',
      writes: 'postgres-5',
    });
  });
});
