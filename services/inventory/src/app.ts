import { setImmediate } from 'node:timers/promises';
import { ops } from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { createLimitedRows } from '@lodging/kit-postgres';
import { createFairSemaphore, errorType } from '@lodging/kit-runtime';
import { describeWork, operationsRoutes } from '@lodging/operations';
import { consumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { alternativesFailed } from './metrics.ts';
import { migrations } from './migrations.ts';
import { createAlternativeRepository } from './outbound/alternatives/alternative-repository.ts';
import { createBlockRepository } from './outbound/blocks/block-repository.ts';
import { createOwnBlockRepository } from './outbound/blocks/own-block-repository.ts';
import { createBulkRateRepository } from './outbound/rates/bulk-rate-repository.ts';
import { createCalendarRepository } from './outbound/calendar/calendar-repository.ts';
import { createCapacityRepository } from './outbound/units/capacity-repository.ts';
import { createCatalogCache } from './outbound/rules/catalog-cache.ts';
import { createClaimLocks } from './outbound/claims/claim-locks.ts';
import { createClaimRepository } from './outbound/claims/claim-repository.ts';
import { createConfigCache } from './outbound/resources/config-cache.ts';
import { createFxRateRepository } from './outbound/rates/fx-rate-repository.ts';
import { createMoveRepository } from './outbound/moves/move-repository.ts';
import { createOccupancyRepository } from './outbound/units/occupancy-repository.ts';
import { createPolicyRepository } from './outbound/rules/policy-repository.ts';
import { createPricingRepository } from './outbound/rates/pricing-repository.ts';
import { createRatePlanRepository } from './outbound/rates/rate-plan-repository.ts';
import { createRecovery } from './outbound/claims/recovery.ts';
import { createResourceRepository } from './outbound/resources/resource-repository.ts';
import { createRestrictionRepository } from './outbound/rates/restriction-repository.ts';
import { createRoomTypeRepository } from './outbound/resources/room-type-repository.ts';
import { createSandboxRepository } from './outbound/sandbox/sandbox-repository.ts';
import { createSearchRepository } from './outbound/search/search-repository.ts';
import { createStayRepository } from './outbound/stays/stay-repository.ts';
import { createTaxRuleRepository } from './outbound/rules/tax-rule-repository.ts';
import type { InventoryDeps } from './ports/deps.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';

/**
 * Far above the number of connections, because requests that wait for one resource use none; as many as one process of
 * reservations sends for a tenant. Another tenant waits for what these do on the processor.
 */
const MAX_IN_FLIGHT = 128;
/** Replacing blocks uses about five times the bytes of the message as memory. */
const LARGE_AT_ONCE_BYTES = 4 * 1024 * 1024;
/**
 * At once, and of one tenant with its sandbox: half, so that none waits for the searches of another. They wait for the
 * processor rather than for the database.
 */
const SEARCHES = { permits: 8, perKey: 4 };
const ALTERNATIVES = { permits: 4, perKey: 2 };

const events = streamOf('inventory');

export const inventory = defineService({
  name: 'inventory',
  settings,
  migrations,
  ops,
  describeWork,
  publishes: events,
  maxConnections: ({ POSTGRES_CONNECTIONS }) => POSTGRES_CONNECTIONS,
  maxInFlight: MAX_IN_FLIGHT,
  largeAtOnceBytes: LARGE_AT_ONCE_BYTES,
  build(context) {
    const { db, bus } = context;
    const deps = createDeps(context);
    const own = { publishes: events, consumers: consumers(deps) };
    const recovery = createRecovery(db);
    return {
      routes: [...rpcRoutes(deps), ...operationsRoutes(ops, { db, bus, ...own, recovery })],
      consumers: own.consumers,
      timers: timers(deps),
    };
  },
});

function createDeps({ db, settings: values, clock, newId, log }: ServiceContext<Settings>): InventoryDeps {
  const configs = createConfigCache(values.CONFIG_CACHE_WEIGHT);
  const catalogs = createCatalogCache(values.CONFIG_CACHE_WEIGHT);
  const creations = createLimitedRows(db);
  const claimLocks = createClaimLocks(db);
  return {
    roomTypes: createRoomTypeRepository(db, creations),
    resources: createResourceRepository(db, creations),
    ratePlans: createRatePlanRepository(db),
    pricing: createPricingRepository(db),
    restrictions: createRestrictionRepository(db),
    bulkRates: createBulkRateRepository(db, { configs, catalogs }),
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
    claims: createClaimRepository(db, claimLocks),
    moves: createMoveRepository(db, { locks: claimLocks, newId }),
    blocks: createBlockRepository(db, newId),
    ownBlocks: createOwnBlockRepository(db, { locks: claimLocks, newId }),
    clock,
    newId,
    searchSemaphore: createFairSemaphore(SEARCHES),
    heavySearchSemaphore: createFairSemaphore({ permits: 1, perKey: 1 }),
    alternativesSemaphore: createFairSemaphore(ALTERNATIVES),
    yieldToOthers: () => setImmediate(),
    reportNoAlternatives(error, requestId) {
      alternativesFailed.add(1, { 'error.type': errorType(error) });
      log.warn({ err: error, requestId }, 'alternatives of a refusal could not be computed');
    },
  };
}
