import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, kubectlLines } from './kubectl-lines.ts';
import { renderOverlay } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

let objects: ClusterObject[];

beforeAll(async () => {
  objects = [];
  for (const path of ['overlays/production', 'overlays/production/data', 'overlays/production/operator'])
    objects.push(...(await renderOverlay(path)));
  for (const object of [...objects].filter(({ kind }) => kind === 'ExternalSecret'))
    objects.push({ ...object, kind: 'Secret', metadata: { ...object.metadata, name: secretOf(object) } });
}, 240_000);

/** An ExternalSecret makes a Secret, under its own name unless it says another. */
function secretOf({ metadata, spec }: ClusterObject): string {
  const { target }: { target?: { name?: string } } = Object(spec);
  return target?.name ?? metadata.name;
}

describe('kubectl in the runbooks', () => {
  it('is found', () => {
    expect(kubectlLines().length).toBeGreaterThan(80);
  });

  it('names objects, labels, containers, files and fields that there are', () => {
    const found = kubectlLines().flatMap(({ page, text }) =>
      faultsOf(text, objects).map((fault) => `${page}: ${text}: ${fault}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'kubectl -n lodging exec -it deploy/nats-box -- nats stream ls',
    'kubectl -n lodging scale deploy/inventory --replicas=4',
    'kubectl -n lodging scale deploy/gateway --replicas=4',
    'kubectl -n lodging scale deploy --all --replicas=0',
    `kubectl -n lodging patch pvc postgres-1 -p '{"spec":{"resources":{"requests":{"storage":"200Gi"}}}}'`,
    `kubectl -n lodging patch hpa gateway --type merge -p '{"spec":{"minReplica":4}}'`,
    'kubectl -n lodging apply -f restore.yaml',
    'kubectl -n lodging logs deploy/booking --tail=5',
    'kubectl -n lodging logs nats-0 -c exporter',
    'kubectl -n lodging get pods -l app=payments',
    'kubectl cnpg restore postgres -n lodging',
    'kubectl cnpg backup postgres -n lodging',
    'kubectl -n lodging rollout restart deploy/stays',
  ])('would be found out: %s', (line) => {
    expect(faultsOf(line, objects)).not.toEqual([]);
  });
});
