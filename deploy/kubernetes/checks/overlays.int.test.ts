import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { SERVICES } from '../rendered-files.ts';
import { newStore, secretObjects } from '../secrets.ts';
import { breakages, broken } from './break-overlay.ts';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { policies } from './policies/index.ts';
import type { PolicyName } from './policies/index.ts';
import type { Environment, Rendered } from './policies/policy.ts';
import { secretsOfStore, missingSecrets } from './policies/secrets.ts';
import { kubernetesDirectory, renderOverlay, titleOf } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

const ENVIRONMENTS = ['production', 'development'] as const;
const NAMES = Object.keys(policies) as PolicyName[];

const rendered = new Map<Environment, Rendered>();
const whole = (environment: Environment): Rendered => {
  const found = rendered.get(environment);
  if (found === undefined) throw new Error(`${environment} did not render`);
  return found;
};

// The first run may download kubectl.
beforeAll(async () => {
  for (const environment of ENVIRONMENTS) {
    const [services, data] = [
      await renderOverlay(`overlays/${environment}`),
      await renderOverlay(`overlays/${environment}/data`),
    ];
    rendered.set(environment, { environment, objects: [...services, ...data] });
  }
}, 240_000);

describe.for(ENVIRONMENTS)('the overlay %s', (environment) => {
  test('has known fields only', () => {
    const { objects } = whole(environment);
    expect(objects.length).toBeGreaterThan(60);
    expect(checkFields(objects)).toEqual([]);
  });

  test('has valid values only', async () => {
    const outcomes = await Promise.all(whole(environment).objects.map(problemOf));
    expect(outcomes.flat()).toEqual([]);
  });

  test('has one namespace and no object twice', () => {
    const { objects } = whole(environment);
    const namespaces = objects.map(({ kind, metadata }) =>
      kind === 'Namespace' ? metadata.name : metadata.namespace,
    );
    expect(new Set(namespaces).size).toBe(1);
    const titles = objects.map(titleOf);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test('leaves every migration the hours that an index of a large table takes', () => {
    const deadlines = whole(environment)
      .objects.filter(({ kind }) => kind === 'Job')
      .map((job) => Number(Object(job['spec']).activeDeadlineSeconds) / 3_600);
    expect(deadlines).toHaveLength(SERVICES.length);
    expect(Math.min(...deadlines)).toBeGreaterThanOrEqual(6);
  });

  test.for(NAMES)('%s', (name) => {
    expect(policies[name](whole(environment))).toEqual([]);
  });
});

describe('violations are reported', () => {
  const cases = NAMES.flatMap((name) =>
    breakages[name].map((breakage) => ({ name, breakage, object: breakage[0], way: breakage[1] })),
  );

  test.for(cases)('$name: violated by $object $way', ({ name, breakage }) => {
    expect(policies[name](broken(whole('production'), breakage))).not.toEqual([]);
  });

  test('an unknown field and an invalid value', async () => {
    const { objects } = whole('production');
    const misspelt = broken({ environment: 'production', objects }, [
      'HorizontalPodAutoscaler inventory',
      'spec.minReplicaCount',
      1,
    ]);
    expect(checkFields(misspelt.objects).join()).toContain('\'"minReplicaCount"\' does not exist');
    const renamed = broken({ environment: 'production', objects }, ['Deployment gateway', 'spec.selector']);
    const found = renamed.objects.find((object) => titleOf(object) === 'Deployment gateway');
    expect(await problemOf(found ?? failed())).toHaveLength(1);
    const stranger = { apiVersion: 'example.com/v1', kind: 'Surprise', metadata: { name: 'box' } };
    expect(checkFields([stranger])).toEqual(['Surprise box: there is no model of example.com/v1']);
  }, 60_000);
});

describe.concurrent('single services', () => {
  test.for(SERVICES)(
    '%s and its migrations render from their base, without a namespace',
    async (service, { expect: expectHere }) => {
      const [objects, migrations] = await Promise.all([
        renderOverlay(`base/${service}`),
        renderOverlay(`base/${service}/migrations`),
      ]);
      expectHere(objects.map(({ kind }) => kind).toSorted()).toEqual(
        expect.arrayContaining([
          'Deployment',
          'HorizontalPodAutoscaler',
          'NetworkPolicy',
          'PodDisruptionBudget',
        ]),
      );
      expectHere(migrations.map(({ kind }) => kind)).toContain('Job');
      expectHere(
        [...objects, ...migrations].filter(({ metadata }) => metadata.namespace !== undefined),
      ).toEqual([]);
    },
  );

  test.for(SERVICES)(
    '%s can be rolled out and migrated from the overlay without the others',
    async (service, { expect: expectHere }) => {
      for (const environment of ENVIRONMENTS) {
        const ofOverlay = (part: string) => renderOverlay(`overlays/${environment}/${part}/${service}`);
        const alone = (await Promise.all([ofOverlay('services'), ofOverlay('migrations')])).flat();
        const named = alone.map((object) => object.metadata.labels?.['app.kubernetes.io/name'] ?? service);
        expectHere(new Set(named)).toEqual(new Set([service]));
        const others = whole(environment).objects;
        for (const object of alone) expectHere(others).toContainEqual(object);
      }
    },
  );
});

test.for(ENVIRONMENTS)(
  '%s keeps the streams of the bus, as the one pod that may create them',
  (environment) => {
    const deployments = whole(environment).objects.filter(({ kind }) => kind === 'Deployment');
    const keeper = deployments.find(({ metadata }) => metadata.name === 'provisioner');
    expect(JSON.stringify(keeper)).toContain('"command":["node","keep-bus.ts"]');
    const readsItsSecret = deployments.filter((one) =>
      JSON.stringify(one).includes('{"key":"NATS_URL","name":"provisioner"}'),
    );
    expect(readsItsSecret.map(({ metadata }) => metadata.name)).toEqual(['provisioner']);
  },
);

test('the page says how many objects each step renders', async () => {
  const text = readFileSync(join(kubernetesDirectory, 'README.md'), 'utf8');
  const steps = {
    '3 data': ['data'],
    '4 edge': ['platform'],
    '5 migrations and services': ['migrations', 'services'],
  };
  for (const [step, parts] of Object.entries(steps)) {
    const said = new RegExp(`^\\| ${step} \\| rendering ([\\d and]+) objects`, 'm').exec(text)?.[1];
    const counts: number[] = [];
    for (const part of parts) counts.push((await renderOverlay(`overlays/production/${part}`)).length);
    expect(said, step).toBe(counts.join(' and '));
  }
}, 120_000);

describe('secrets', () => {
  const issued = {
    payments: { STRIPE_LIVE_SECRET_KEY: 'a', STRIPE_TEST_SECRET_KEY: 'b', STRIPE_WEBHOOK_SECRETS: 'c' },
    notifications: { SMTP_URL: 'smtp://mail' },
  };
  const made = secretObjects(newStore(issued, (prefix) => `${prefix}0`));

  test('in production the secret store provides each one that is read', () => {
    expect(missingSecrets(whole('production'), secretsOfStore(whole('production')))).toEqual([]);
  });

  test('the secret store and kubernetes:secrets provide the same secrets and keys', () => {
    const fromStore = secretsOfStore(whole('production'));
    const backup = new Set(['postgres-backup']);
    const ours = new Map(
      made.map(({ metadata, stringData }) => [metadata.name, new Set(Object.keys(stringData))]),
    );
    expect(new Set(fromStore.keys())).toEqual(new Set([...ours.keys(), ...backup]));
    for (const [name, keys] of ours) expect([name, fromStore.get(name)]).toEqual([name, keys]);
  });

  test('in development kubernetes:secrets provides each one that is read', () => {
    const emulators = ['emulators', new Set(['STRIPE_SECRET_KEYS', 'STRIPE_WEBHOOK_SECRET'])] as const;
    const keys = made.map(
      ({ metadata, stringData }) => [metadata.name, new Set(Object.keys(stringData))] as const,
    );
    expect(missingSecrets(whole('development'), new Map([...keys, emulators]))).toEqual([]);
    expect(
      missingSecrets(whole('development'), new Map(keys)),
      'without the secret of the emulators',
    ).not.toEqual([]);
  });

  test('are valid objects', () => {
    expect(checkFields(made.map((object) => ({ ...object })))).toEqual([]);
  });
});

test('all overlays are tested', () => {
  const overlays = readdirSync(join(kubernetesDirectory, 'overlays'));
  // recovery.int.test.ts tests the third.
  expect(overlays.toSorted()).toEqual([...ENVIRONMENTS, 'recovery'].toSorted());
});

async function problemOf(object: ClusterObject): Promise<string[]> {
  try {
    await validate(object);
    return [];
  } catch (error) {
    return [`${titleOf(object)}: ${String(error)}`];
  }
}

function failed(): never {
  throw new Error('the object to check is gone');
}
