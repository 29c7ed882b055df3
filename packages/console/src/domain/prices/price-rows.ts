import type { components } from '@lodging/client';
import type { RatePlan } from './plan-draft.ts';
import type { PricingEntry } from './pricing-draft.ts';

type Resource = components['schemas']['Resource'];

/** Resources that sell a plan under the same conditions and prices. */
export interface PriceRow {
  readonly key: string;
  /** Null: a generic resource, which has prices and no plan. */
  readonly plan: RatePlan | null;
  readonly currency: string;
  readonly pricing: PricingEntry | undefined;
  readonly resources: readonly Resource[];
}

/** The prices of a resource; undefined: not read yet. */
type PricingOf = (resourceId: string) => readonly PricingEntry[] | undefined;

/** One row for what is the same everywhere: a hotel of thirty double rooms has a row a plan, not thirty. */
export function priceRows(resources: readonly Resource[], pricingOf: PricingOf): PriceRow[] {
  const rows = new Map<string, PriceRow>();
  for (const resource of resources) {
    const entries = pricingOf(resource.id);
    if (entries === undefined) continue;
    const plans = resource.roomType === null ? [null] : resource.ratePlans;
    for (const plan of plans) {
      const pricing = entries.find(({ ratePlanCode }) => ratePlanCode === (plan?.code ?? null));
      const key = keyOf(resource, plan, pricing);
      const known = rows.get(key);
      const { currency } = plan ?? resource;
      rows.set(key, { key, plan, currency, pricing, resources: [...(known?.resources ?? []), resource] });
    }
  }
  return [...rows.values()].toSorted((one, other) =>
    (one.plan?.code ?? '').localeCompare(other.plan?.code ?? ''),
  );
}

function keyOf(resource: Resource, plan: RatePlan | null, pricing: PricingEntry | undefined): string {
  if (plan === null) return resource.id;
  const { id: _id, resourceId: _resourceId, ...conditions } = plan;
  return JSON.stringify([conditions, pricing ?? null]);
}

/** The others of the room type that have the plan, or may get it. */
export function siblingsOf(
  row: Pick<PriceRow, 'plan' | 'currency'>,
  ofType: readonly Resource[],
): Resource[] {
  const { plan, currency } = row;
  return ofType.filter(
    (resource) =>
      resource.currency === currency &&
      (plan === null || resource.ratePlans.some(({ code }) => code === plan.code)),
  );
}
