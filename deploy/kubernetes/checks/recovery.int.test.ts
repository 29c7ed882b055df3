import type { ICluster, IScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../rendered-files.ts';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { kubernetesDirectory, renderOverlay, titleOf } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

let production: ClusterObject[];
let recovery: ClusterObject[];
const isService = ({ kind, spec }: ClusterObject): boolean =>
  kind === 'Deployment' &&
  Object(Object(Object(spec).template).metadata).labels['app.kubernetes.io/component'] === 'service';
const clusterOf = (objects: readonly ClusterObject[]): ICluster =>
  objects.find(({ kind }) => kind === 'Cluster') as unknown as ICluster;

const parametersOf = (plugin: unknown) => (plugin as { parameters: Record<string, string> }).parameters;
const readBy = (objects: readonly ClusterObject[]) =>
  parametersOf(Object(clusterOf(objects).spec?.externalClusters?.[0]).plugin);
const writtenBy = (objects: readonly ClusterObject[]) =>
  parametersOf((Object(clusterOf(objects).spec).plugins as unknown[])[0]);

beforeAll(async () => {
  [production, recovery] = [
    await renderOverlay('overlays/production/data'),
    await renderOverlay('overlays/recovery'),
  ];
}, 240_000);

describe('the overlay recovery', () => {
  it('is valid, and differs from production in the cluster alone', async () => {
    expect(checkFields(recovery)).toEqual([]);
    for (const object of recovery) await validate(object);
    const rest = (objects: readonly ClusterObject[]) => objects.filter(({ kind }) => kind !== 'Cluster');
    expect(recovery.map(titleOf)).toEqual(production.map(titleOf));
    expect(rest(recovery)).toEqual(rest(production));
  });

  it('keeps the name: the policies, the certificates, the Service and the passwords are those of production', () => {
    const [before, after] = [clusterOf(production), clusterOf(recovery)];
    expect(after.metadata?.name).toBe(before.metadata?.name);
    expect(after.spec?.managed).toEqual(before.spec?.managed);
    // Another major version would not start on the base backup.
    expect(after.spec?.imageName).toBe(before.spec?.imageName);
    expect(after.spec?.imageName).toMatch(/:17\.\d+.*@sha256:/);
    const { bootstrap: _, externalClusters: __, ...own } = { ...after.spec };
    const { bootstrap: ___, ...was } = { ...before.spec };
    expect(own).toEqual(was);
  });

  it('reads the archive that production writes, to a moment', () => {
    const { spec } = clusterOf(recovery);
    const [source] = spec?.externalClusters ?? [];
    expect(spec?.bootstrap).toEqual({
      recovery: {
        source: source?.name,
        database: 'lodging',
        owner: 'lodging',
        recoveryTarget: { targetTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
      },
    });
    const read = readBy(recovery);
    expect(read['barmanObjectName']).toBe(writtenBy(recovery)['barmanObjectName']);
    expect(read['serverName']).toBe(writtenBy(production)['serverName']);
  });

  it('writes the archive that production names, so that no later apply writes into the previous one', async () => {
    const home = await mkdtemp(join(tmpdir(), 'recovery-'));
    try {
      for (const directory of ['overlays', 'data', 'components'])
        await cp(join(kubernetesDirectory, directory), join(home, directory), { recursive: true });
      const file = join(home, 'overlays/production/data/kustomization.yaml');
      const counted = (await readFile(file, 'utf8')).replace(
        /(serverName\n\s+value: )postgres$/m,
        '$1postgres-1',
      );
      await writeFile(file, counted);
      const [later, recovered] = [
        await renderOverlay('overlays/production/data', home),
        await renderOverlay('overlays/recovery', home),
      ];
      expect(writtenBy(later)['serverName']).toBe('postgres-1');
      expect(writtenBy(recovered)).toEqual(writtenBy(later));
      expect(readBy(recovered)['serverName']).toBe('postgres');
    } finally {
      await rm(home, { recursive: true });
    }
  }, 60_000);

  it('has a base backup from the first minute, before and after', () => {
    for (const objects of [production, recovery]) {
      const backup = objects.find(({ kind }) => kind === 'ScheduledBackup') as unknown as IScheduledBackup;
      expect(backup.spec).toMatchObject({ immediate: true, cluster: { name: 'postgres' } });
    }
  });

  it('finds the services that the restore stops by their label, each with an autoscaler; the platform brings the route back', async () => {
    const deployed = await renderOverlay('overlays/production');
    const names = deployed.filter(isService).map(({ metadata }) => metadata.name);
    expect(names.toSorted()).toEqual(SERVICES.toSorted());
    const labelled = deployed.filter(
      ({ kind, metadata }) =>
        kind === 'Deployment' && metadata.labels?.['app.kubernetes.io/component'] === 'service',
    );
    expect(labelled.map(({ metadata }) => metadata.name)).toEqual(names);
    const scaled = deployed.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaled.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.toSorted());
    const platform = await renderOverlay('overlays/production/platform');
    expect(platform.map(titleOf)).toContain('HTTPRoute lodging');
  }, 120_000);
});
