import { expect, test } from 'vitest';
import type { Api } from './call-api.ts';
import { demoTenants } from './demo-data.ts';
import type { ListedResource } from './list-resources.ts';
import { addTerms } from './seed-terms.ts';

const [tenant] = demoTenants;
if (tenant === undefined) throw new Error('the demo has no tenant');
const demo = tenant;

const plan = (
  code: string,
  cancellationPolicyCode: string | null = null,
): ListedResource['ratePlans'][number] => ({
  id: code,
  code,
  cancellationPolicyCode,
});

const listed = (slug: string, changes: Partial<ListedResource> = {}): ListedResource => ({
  id: `id-${slug}`,
  name: slug,
  kind: 'hotel_room',
  slug,
  description: null,
  photoUrls: [],
  ratePlans: [plan('FLEX'), plan('SAVER')],
  ...changes,
});

async function sentFor(...resources: ListedResource[]): Promise<string[]> {
  const sent: string[] = [];
  const record =
    (method: string) =>
    async (path: string): Promise<unknown> =>
      sent.push(`${method} ${path}`);
  const api: Api = { get: record('get'), post: record('post'), put: record('put'), patch: record('patch') };
  await addTerms(api, demo, resources);
  return sent;
}

test('what an earlier release has seeded gets taxes, policies and descriptions', async () => {
  const sent = await sentFor(listed('double-lake'));
  expect(sent.toSorted()).toEqual([
    'patch /v1/resources/id-double-lake',
    'put /v1/cancellation-policies/flexible',
    'put /v1/cancellation-policies/saver',
    'put /v1/resources/id-double-lake/rates',
    'put /v1/tax-rules/vat',
    'put /v1/tax-rules/visitors-tax',
  ]);
});

test.each([
  {
    changed: 'a description',
    resource: listed('double-lake', { description: 'Mine.' }),
    path: 'id-double-lake',
  },
  {
    changed: 'plans',
    resource: listed('double-lake', { ratePlans: [plan('FLEX'), plan('WEEK')] }),
    path: 'id-double-lake/rates',
  },
  {
    changed: 'a policy',
    resource: listed('double-lake', { ratePlans: [plan('FLEX', 'mine'), plan('SAVER')] }),
    path: 'id-double-lake/rates',
  },
])('$changed of a user stays', async ({ resource, path }) => {
  const sent = await sentFor(resource);
  expect(sent.filter((request) => request.endsWith(`/v1/resources/${path}`))).toEqual([]);
});
