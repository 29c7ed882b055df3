import type { Api } from './call-api.ts';
import type { DemoTenant } from './demo-data.ts';
import { ratePlansOf } from './demo-prices.ts';
import { demoPolicies, demoTaxRules } from './demo-terms.ts';
import type { ListedResource } from './list-resources.ts';

export async function putPolicies(api: Api): Promise<void> {
  await Promise.all(
    Object.entries(demoPolicies).map(([code, policy]) =>
      api.put(`/v1/cancellation-policies/${code}`, policy),
    ),
  );
}

/** `ids`: by the slugs of the resources. */
export async function putTaxRules(
  api: Api,
  { slug }: Pick<DemoTenant, 'slug'>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all(
    (demoTaxRules[slug] ?? []).map(async ({ code, rule, slugs }) => {
      const resourceIds = slugs.flatMap((one) => ids.get(one) ?? []);
      if (resourceIds.length === 0) return;
      await api.put(`/v1/tax-rules/${code}`, { ...rule, appliesTo: { resourceIds } });
    }),
  );
}

/**
 * For what a release without taxes and policies has seeded: adds them, and descriptions. Resources that a user has
 * described, and plans that a user has changed, stay as they are.
 */
export async function addTerms(
  api: Api,
  tenant: DemoTenant,
  listed: readonly ListedResource[],
): Promise<void> {
  const present = new Map(listed.map((resource) => [resource.slug, resource]));
  await putPolicies(api);
  await putTaxRules(api, tenant, new Map(listed.map(({ slug, id }) => [slug, id])));
  for (const resource of tenant.resources) {
    const found = present.get(resource.slug);
    if (found === undefined) continue;
    const { description, features } = resource;
    if (found.description === null) await api.patch(`/v1/resources/${found.id}`, { description, features });
    if (isAsSeeded(found, resource)) {
      await api.put(`/v1/resources/${found.id}/rates`, { ratePlans: ratePlansOf(resource) });
    }
  }
}

function isAsSeeded({ ratePlans }: ListedResource, { roomType }: DemoTenant['resources'][number]): boolean {
  const codes = ratePlans.map(({ code }) => code).toSorted();
  return (
    roomType !== undefined &&
    codes.join() === 'FLEX,SAVER' &&
    ratePlans.every(({ cancellationPolicyCode }) => cancellationPolicyCode === null)
  );
}
