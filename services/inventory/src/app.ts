import { setImmediate } from 'node:timers/promises';
import { ops } from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { errorType } from '@lodging/kit-runtime';
import { createCalendarEtags } from './inbound/calendar-etags.ts';
import { reservationEvents } from './inbound/events.ts';
import { routes } from './inbound/rpc.ts';
import { alternativesFailed } from './metrics.ts';
import { migrations } from './migrations.ts';
import { createAlternativeRepository } from './outbound/alternative-repository.ts';
import { createBlockRepository } from './outbound/block-repository.ts';
import { createBulkRateRepository } from './outbound/bulk-rate-repository.ts';
import { createCalendarRepository } from './outbound/calendar-repository.ts';
import { createCapacityRepository } from './outbound/capacity-repository.ts';
import { createCatalogCache } from './outbound/catalog-cache.ts';
import { createClaimRepository } from './outbound/claim-repository.ts';
import { createConfigCache } from './outbound/config-cache.ts';
import { createFxRateRepository } from './outbound/fx-rate-repository.ts';
import { createOccupancyRepository } from './outbound/occupancy-repository.ts';
import { createPolicyRepository } from './outbound/policy-repository.ts';
import { createPricingRepository } from './outbound/pricing-repository.ts';
import { createRatePlanRepository } from './outbound/rate-plan-repository.ts';
import { createRecovery } from './outbound/recovery.ts';
import { createResourceRepository } from './outbound/resource-repository.ts';
import { createRestrictionRepository } from './outbound/restriction-repository.ts';
import { createRoomTypeRepository } from './outbound/room-type-repository.ts';
import { createSandboxRepository } from './outbound/sandbox-repository.ts';
import { createSearchRepository } from './outbound/search-repository.ts';
import { createStayRepository } from './outbound/stay-repository.ts';
import { createTaxRuleRepository } from './outbound/tax-rule-repository.ts';
import type { InventoryDeps } from './ports/inventory-deps.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';

/**
 * Far above the number of connections: requests that wait for one resource use no connection, so many of them must not
 * make the service refuse requests for other resources.
 */
const MAX_IN_FLIGHT = 256;
/** Replacing blocks uses about five times the bytes of the message as memory. */
const LARGE_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** An entry has some hundred bytes. */
const MAX_ETAGS = 20_000;

export const inventory = defineService({
  name: 'inventory',
  settings,
  migrations,
  ops,
  publishes: streamOf('inventory'),
  maxConnections: ({ POSTGRES_CONNECTIONS }) => POSTGRES_CONNECTIONS,
  maxInFlight: MAX_IN_FLIGHT,
  largeAtOnceBytes: LARGE_AT_ONCE_BYTES,
  build(context) {
    const deps = createDeps(context);
    return {
      routes: routes(deps, createCalendarEtags(MAX_ETAGS)),
      consumers: [reservationEvents(deps)],
      recovery: createRecovery(context.db),
    };
  },
});

function createDeps({ db, settings: values, clock, newId, log }: ServiceContext<Settings>): InventoryDeps {
  const configs = createConfigCache(values.CONFIG_CACHE_WEIGHT);
  const catalogs = createCatalogCache(values.CONFIG_CACHE_WEIGHT);
  return {
    roomTypes: createRoomTypeRepository(db),
    resources: createResourceRepository(db),
    ratePlans: createRatePlanRepository(db),
    pricing: createPricingRepository(db),
    restrictions: createRestrictionRepository(db),
    bulkRates: createBulkRateRepository(db),
    taxRules: createTaxRuleRepository(db),
    policies: createPolicyRepository(db),
    sandboxes: createSandboxRepository(db, newId),
    fxRates: createFxRateRepository(db),
    stays: createStayRepository(db, { configs, catalogs }),
    searches: createSearchRepository(db, { configs, catalogs }),
    alternatives: createAlternativeRepository(db, { configs, catalogs }),
    calendars: createCalendarRepository(db, configs),
    capacity: createCapacityRepository(db),
    occupancy: createOccupancyRepository(db),
    claims: createClaimRepository(db),
    blocks: createBlockRepository(db, newId),
    clock,
    newId,
    yieldToOthers: () => setImmediate(),
    reportNoAlternatives(error, requestId) {
      alternativesFailed.add(1, { 'error.type': errorType(error) });
      log.warn({ err: error, requestId }, 'a refusal has no alternatives');
    },
  };
}
