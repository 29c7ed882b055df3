import type { ICluster, IScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { renderOverlay, titleOf } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

let production: ClusterObject[];
let recovery: ClusterObject[];
const clusterOf = (objects: readonly ClusterObject[]): ICluster =>
  objects.find(({ kind }) => kind === 'Cluster') as unknown as ICluster;

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
    const { bootstrap: _, externalClusters: __, plugins: ___, ...own } = { ...after.spec };
    const { bootstrap: ____, plugins: _____, ...was } = { ...before.spec };
    expect(own).toEqual(was);
  });

  it('reads the archive of before, to a moment, and writes another one', () => {
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
    const plugins: unknown = Object(spec).plugins;
    const [plugin] = plugins as { parameters: Record<string, string> }[];
    const read = Object(source).plugin as { parameters: Record<string, string> };
    expect(read.parameters['barmanObjectName']).toBe(plugin?.parameters['barmanObjectName']);
    // The archive of production has the name of its cluster, because it sets no other.
    expect(JSON.stringify(clusterOf(production).spec)).not.toContain('serverName');
    expect(read.parameters['serverName']).toBe(clusterOf(production).metadata?.name);
    expect(plugin?.parameters['serverName']).not.toBe(read.parameters['serverName']);
  });

  it('has a base backup from the first minute, before and after', () => {
    for (const objects of [production, recovery]) {
      const backup = objects.find(({ kind }) => kind === 'ScheduledBackup') as unknown as IScheduledBackup;
      expect(backup.spec).toMatchObject({ immediate: true, cluster: { name: 'postgres' } });
    }
  });
});
