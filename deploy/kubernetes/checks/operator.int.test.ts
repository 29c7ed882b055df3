import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IPod, IService } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { reaches } from './reaches.ts';
import { renderOverlay } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

const TARGETS = {
  Postgres: { labels: { 'cnpg.io/cluster': 'postgres' }, port: 5432 },
  NATS: { labels: { 'app.kubernetes.io/name': 'nats' }, port: 4222 },
  Valkey: { labels: { 'app.kubernetes.io/name': 'valkey' }, port: 6379 },
  'the admin API': {
    labels: { 'app.kubernetes.io/name': 'gateway', 'app.kubernetes.io/component': 'service' },
    port: 8081,
    portName: 'admin',
  },
};

let own: ClusterObject[];
let all: ClusterObject[];
let pod: IPod;

beforeAll(async () => {
  own = await renderOverlay('overlays/production/operator');
  all = [...own, ...(await renderOverlay('overlays/production'))];
  pod = own.find(({ kind }) => kind === 'Pod') as unknown as IPod;
}, 240_000);

describe('the pod of an operator', () => {
  it('is a valid object, with its policy, in the namespace of production', async () => {
    expect(checkFields(own)).toEqual([]);
    for (const object of own) await validate(object);
    expect(new Set(own.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['lodging']));
  });

  it.each(Object.entries(TARGETS))('reaches %s', (_, target) => {
    expect(reaches(all, pod.metadata?.labels ?? {}, target)).toBe(true);
  });

  it.each(Object.entries(TARGETS))('would not reach %s without its own policy', (_, target) => {
    const without = all.filter(
      ({ kind, metadata }) => !(kind === 'NetworkPolicy' && metadata.name === 'operator'),
    );
    expect(reaches(without, pod.metadata?.labels ?? {}, target)).toBe(false);
  });

  it('is reached by nothing, and reaches no service but the admin API', () => {
    const labels = pod.metadata?.labels ?? {};
    const service = { 'app.kubernetes.io/name': 'payments', 'app.kubernetes.io/component': 'service' };
    expect(reaches(all, service, { labels, port: 5432 })).toBe(false);
    expect(reaches(all, labels, { labels: service, port: 8083, portName: 'webhooks' })).toBe(false);
  });

  it('is admitted where pods are restricted, and ends by itself', () => {
    const { spec } = pod;
    expect(spec?.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      activeDeadlineSeconds: 3600,
      restartPolicy: 'Never',
    });
    for (const { securityContext, resources, image } of spec?.containers ?? []) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources?.limits?.['memory']).toBeDefined();
      expect(image).toMatch(/:[\w.-]*\d/);
    }
  });

  it('has the command line of the release that runs, with the address of the admin API and its token', () => {
    const container = pod.spec?.containers.find(({ name }) => name === 'lodging');
    const provisioner = all.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'provisioner',
    );
    const deployed = (provisioner as unknown as IDeployment).spec?.template.spec?.containers[0]?.image;
    expect(container?.image).toBe(deployed);
    const values = Object.fromEntries((container?.env ?? []).map(({ name, ...value }) => [name, value]));
    const { hostname, port } = new URL(values['LODGING_ADMIN_URL']?.value ?? '');
    const service = all.find(({ kind, metadata }) => kind === 'Service' && metadata.name === hostname);
    expect((service as unknown as IService).spec?.ports?.map((one) => String(one.port))).toEqual([port]);
    const { name, key } = values['LODGING_ADMIN_TOKEN']?.valueFrom?.secretKeyRef ?? {};
    const admitting = all.find((one) => one.kind === 'Deployment' && one.metadata.name === 'gateway');
    const required = (admitting as unknown as IDeployment).spec?.template.spec?.containers[0]?.env ?? [];
    const token = required.find((one) => one.name === 'ADMIN_TOKEN');
    expect(token?.valueFrom?.secretKeyRef).toMatchObject({ name, key });
  });

  it('takes its addresses from secrets that production has', () => {
    const provided = new Set(
      all.filter(({ kind }) => kind === 'ExternalSecret').map(({ metadata }) => metadata.name),
    );
    const used = (pod.spec?.containers ?? []).flatMap(({ env }) =>
      (env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
    );
    expect(used).toHaveLength(9);
    expect(used.filter((name) => !provided.has(name))).toEqual([]);
  });
});
