import type { ICertificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import type { IGateway } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { allOf } from './policies/policy.ts';
import { kubernetesDirectory, readObjects, renderOverlay } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

const read = (...path: string[]): string => readFileSync(join(kubernetesDirectory, ...path), 'utf8');
const operators = z
  .array(
    z.strictObject({
      name: z.string(),
      chart: z.string(),
      repo: z.url().optional(),
      version: z.string().regex(/^v?\d+\.\d+\.\d+$/),
      namespace: z.string(),
      /** Files of this directory. */
      values: z.array(z.string()).default([]),
      set: z.array(z.string()).default([]),
      apiVersions: z.array(z.string()).min(1),
    }),
  )
  .parse(parse(read('operators.yaml')));
/** What Kubernetes itself has: no group, a group without a dot, or one of its own. */
const BUILT_IN = /^(v1|\w+\/v\d|(networking|policy)(\.k8s\.io)?\/v1)$/;

let objects: ClusterObject[];
const examples = readdirSync(join(kubernetesDirectory, 'examples')).flatMap((file) =>
  readObjects(read('examples', file)),
);

beforeAll(async () => {
  const parts = [
    'production',
    'production/data',
    'production/operator',
    'production/observability',
    'recovery',
  ];
  objects = (await Promise.all(parts.map((part) => renderOverlay(`overlays/${part}`)))).flat();
}, 240_000);

describe('operators.yaml', () => {
  it('has an operator for every kind of object of production that Kubernetes does not have, and none for nothing', () => {
    const used = new Set(
      [...objects, ...examples].map(({ apiVersion }) => apiVersion).filter((each) => !BUILT_IN.test(each)),
    );
    expect([...used].toSorted()).toEqual(operators.flatMap(({ apiVersions }) => apiVersions).toSorted());
  });

  it.each(operators)('names what the page installs: $name', (operator) => {
    const { chart, repo, version, namespace, values, set } = operator;
    const lines = read('README.md').replaceAll('\\\n', ' ').split('\n');
    const release = chart.split('/').at(-1);
    const line = lines.find((each) => each.startsWith(`helm upgrade --install ${release} ${chart} `)) ?? '';
    expect(line.split(/\s+/).slice(5)).toEqual([
      ...(repo === undefined ? [] : ['--repo', repo]),
      '--version',
      version,
      '--namespace',
      namespace,
      '--create-namespace',
      ...values.flatMap((file) => ['--values', `deploy/kubernetes/${file}`]),
      ...set.flatMap((one) => ['--set', one]),
      '--wait',
    ]);
  });
});

describe('the examples', () => {
  it('are valid objects', async () => {
    expect(checkFields(examples)).toEqual([]);
    for (const object of examples) await validate(object);
  });

  it('have the store that every secret is read from', () => {
    const stores = examples.filter(({ kind }) => kind === 'SecretStore').map(({ metadata }) => metadata);
    const requested = objects
      .filter(({ kind }) => kind === 'ExternalSecret')
      .map((object) => `${object.metadata.namespace} ${Object(object['spec']).secretStoreRef.name}`);
    expect(requested.length).toBeGreaterThan(20);
    expect(new Set(requested)).toEqual(new Set(stores.map(({ name, namespace }) => `${namespace} ${name}`)));
  });

  it('have the class that the Gateway names, of the controller that is installed', () => {
    const [gateway] = allOf<IGateway>({ environment: 'production', objects }, 'Gateway');
    const classes = examples.filter(({ kind }) => kind === 'GatewayClass');
    expect(classes.map(({ metadata }) => metadata.name)).toEqual([gateway?.spec?.gatewayClassName]);
    expect(Object(classes[0]?.['spec']).controllerName).toMatch(/^gateway\.envoyproxy\.io\//);
  });

  it('have the issuer that signs the public certificate, which the Gateway shows under its name', () => {
    const rendered = { environment: 'production', objects } as const;
    const [gateway] = allOf<IGateway>(rendered, 'Gateway');
    const [listener] = gateway?.spec?.listeners ?? [];
    const secret = listener?.tls?.certificateRefs?.[0]?.name;
    const certificate = allOf<ICertificate>(rendered, 'Certificate').find(
      ({ spec }) => spec?.secretName === secret,
    );
    expect(certificate?.spec?.dnsNames).toEqual([listener?.hostname]);
    const { kind, name } = certificate?.spec?.issuerRef ?? {};
    expect(examples.map((object) => [object.kind, object.metadata.name])).toContainEqual([kind, name]);
  });
});
