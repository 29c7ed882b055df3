import * as contract from '@lodging/contract-inventory';
import { mapResult, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { isPolicyCode, policyKey, policyNotFound } from '../domain/rules/cancellation-policy.ts';
import { archivedRequiresSecretKey, resourceNotFound } from '../domain/resources/resource.ts';
import { isTaxRuleCode, taxRuleKey, taxRuleNotFound } from '../domain/rules/tax-rule.ts';
import type { InventoryDeps } from '../ports/deps.ts';
import { deleteCancellationPolicy } from '../use-cases/rules/delete-cancellation-policy.ts';
import { deleteTaxRule } from '../use-cases/rules/delete-tax-rule.ts';
import { checkUnits } from '../use-cases/claims/check-units.ts';
import { claimUnits } from '../use-cases/claims/claim-units.ts';
import { confirmClaim } from '../use-cases/claims/confirm-claim.ts';
import { copyToSandbox } from '../use-cases/sandbox/copy-to-sandbox.ts';
import { createResource } from '../use-cases/resources/create-resource.ts';
import { createRoomType } from '../use-cases/resources/create-room-type.ts';
import { findAvailability } from '../use-cases/stays/find-availability.ts';
import { listOccupancy } from '../use-cases/units/list-occupancy.ts';
import { priceChange } from '../use-cases/stays/price-change.ts';
import { priceStay } from '../use-cases/stays/price-stay.ts';
import { putCancellationPolicy } from '../use-cases/rules/put-cancellation-policy.ts';
import { putFxRates } from '../use-cases/rates/put-fx-rates.ts';
import { putPricing } from '../use-cases/rates/put-pricing.ts';
import { putRates } from '../use-cases/rates/put-rates.ts';
import { putTaxRule } from '../use-cases/rules/put-tax-rule.ts';
import { putRestrictions } from '../use-cases/rates/put-restrictions.ts';
import { readRates } from '../use-cases/rates/read-rates.ts';
import { releaseClaim } from '../use-cases/claims/release-claim.ts';
import { releaseLostClaim } from '../use-cases/claims/release-lost-claim.ts';
import { renewClaim } from '../use-cases/claims/renew-claim.ts';
import { replaceBlocks } from '../use-cases/blocks/replace-blocks.ts';
import { searchStays } from '../use-cases/search/search-stays.ts';
import { readBulkRates } from '../use-cases/rates/read-bulk-rates.ts';
import { setBulkRates } from '../use-cases/rates/set-bulk-rates.ts';
import { summarizeCapacity } from '../use-cases/units/summarize-capacity.ts';
import { summarizeDailyCapacity } from '../use-cases/units/summarize-daily-capacity.ts';
import { updateResource } from '../use-cases/resources/update-resource.ts';
import { createCalendarEtags } from './calendar-etags.ts';
import { ownBlockRoutes } from './block-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { calendarRoute } from './calendar-route.ts';
import { refusedPriceToWire } from '../wire/alternatives.ts';
import { replaceBlocksFromWire } from '../wire/blocks.ts';
import { dailyCapacityToWire, occupancyToWire } from '../wire/calendar.ts';
import {
  policyRequestFromWire,
  policiesToWire,
  policyToWire,
  taxRuleFromWire,
  taxRuleToWire,
  taxRulesToWire,
} from '../wire/rules.ts';
import {
  pricingFromWire,
  resourceChangesFromWire,
  pricingToWire,
  ratesFromWire,
  ratesToWire,
  resourceToWire,
  resourcesToWire,
  roomTypeToWire,
  roomTypesToWire,
} from '../wire/resources.ts';
import {
  bulkRatesFromWire,
  bulkReadFromWire,
  bulkReadToWire,
  restrictionsFromWire,
  bulkRatesToWire,
  restrictionsToWire,
} from '../wire/rates.ts';
import {
  claimUnitsFromWire,
  findAvailabilityFromWire,
  fxRatesFromWire,
  priceChangeFromWire,
  priceStayFromWire,
  availabilityToWire,
  pricedStayToWire,
} from '../wire/stays.ts';
import { searchFromWire, searchPageToWire, positionFromWire, positionToWire } from '../wire/search.ts';
import { windowFromWire } from '../wire/time.ts';

/** An entry has some hundred bytes. */
const MAX_ETAGS = 20_000;

export function rpcRoutes(deps: InventoryDeps): Route[] {
  return [
    ...stayRoutes(deps),
    ...resourceRoutes(deps),
    ...rateRoutes(deps),
    ...taxRoutes(deps),
    ...policyRoutes(deps),
    calendarRoute(deps, createCalendarEtags(MAX_ETAGS)),
    ...blockRoutes(deps),
    ...ownBlockRoutes(deps),
  ];
}

function stayRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.findAvailability, async (request, ctx) => {
      const found = await findAvailability(deps, ctx, findAvailabilityFromWire(request));
      return mapResult(found, (availability) => availabilityToWire(request, availability));
    }),
    on(contract.priceStay, async (request, ctx) => {
      const priced = await priceStay(deps, ctx, priceStayFromWire(request));
      if (!priced.ok) return refusedPriceToWire(priced.refusal, request.displayCurrency);
      return ok(pricedStayToWire(request, priced.value));
    }),
    on(contract.priceChange, async (request, ctx) =>
      mapResult(await priceChange(deps, ctx, priceChangeFromWire(request)), (priced) =>
        pricedStayToWire(request, priced),
      ),
    ),
    on(contract.searchStays, async (request, ctx) => {
      const now = deps.clock.now();
      const after = positionFromWire(request, now);
      if (!after.ok) return after;
      const found = await searchStays(deps, ctx, searchFromWire(request, after.value));
      return mapResult(found, (page) => searchPageToWire(page, (next) => positionToWire(request, next, now)));
    }),
    on(contract.claimUnits, async (request, ctx) => {
      const claimed = await claimUnits(deps, ctx, claimUnitsFromWire(request));
      return mapResult(claimed, (state) => ({ claimId: request.claimId, state }));
    }),
    on(contract.checkUnits, async (request, ctx) =>
      ok({ taken: await checkUnits(deps, ctx, windowFromWire(request)) }),
    ),
    on(contract.countUnitsForSale, async (_request, { tenantId }) =>
      ok({ units: await deps.resources.countUnitsForSale(tenantId) }),
    ),
    on(contract.confirmClaim, async (request, ctx) => {
      const confirmed = await confirmClaim(deps, ctx, windowFromWire(request));
      return mapResult(confirmed, (state) => ({ claimId: request.claimId, state }));
    }),
    on(contract.renewClaim, async (request, ctx) => {
      const renewed = await renewClaim(deps, ctx, windowFromWire(request));
      return mapResult(renewed, (state) => ({ claimId: request.claimId, state }));
    }),
    ...moveRoutes(deps),
    on(contract.releaseLostClaim, async ({ claimId }, ctx) =>
      mapResult(await releaseLostClaim(deps, ctx, claimId), (released) => ({ released })),
    ),
    on(contract.releaseClaim, async (request, ctx) =>
      mapResult(await releaseClaim(deps, ctx, request), (released) => ({ released })),
    ),
  ];
}

function resourceRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.createRoomType, async (request, ctx) =>
      mapResult(await createRoomType(deps, ctx, request), roomTypeToWire),
    ),
    on(contract.listRoomTypes, async (request, ctx) =>
      ok(roomTypesToWire(await deps.roomTypes.list(ctx.tenantId, request))),
    ),
    on(contract.createResource, async (request, ctx) =>
      mapResult(await createResource(deps, ctx, request), resourceToWire),
    ),
    on(contract.updateResource, async (request, ctx) =>
      mapResult(await updateResource(deps, ctx, resourceChangesFromWire(request)), resourceToWire),
    ),
    on(contract.readResource, async ({ resourceId }, ctx) =>
      mapResult(found(await deps.resources.find(ctx.tenantId, resourceId)), resourceToWire),
    ),
    on(contract.listResources, async ({ archived = false, ...page }, ctx) => {
      if (archived && ctx.caller.kind === 'publishable') return archivedRequiresSecretKey;
      return ok(resourcesToWire(await deps.resources.list(ctx.tenantId, { ...page, archived })));
    }),
  ];
}

function rateRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putRates, async (request, ctx) =>
      mapResult(await putRates(deps, ctx, ratesFromWire(request)), ratesToWire),
    ),
    on(contract.readRates, async ({ resourceId, window }, ctx) =>
      mapResult(await readRates(deps, ctx, { resourceId, range: window }), ratesToWire),
    ),
    on(contract.putPricing, async (request, ctx) => {
      const replaced = await putPricing(deps, ctx, pricingFromWire(request));
      return mapResult(replaced, (entries) => pricingToWire(request.resourceId, entries));
    }),
    on(contract.readPricing, async ({ resourceId, ...page }, ctx) => {
      const entries = found(await deps.pricing.find(ctx.tenantId, resourceId));
      return mapResult(entries, (value) => pricingToWire(resourceId, value, page));
    }),
    on(contract.putRestrictions, async (request, ctx) => {
      const replaced = await putRestrictions(deps, ctx, restrictionsFromWire(request));
      return mapResult(replaced, (list) => restrictionsToWire(request.resourceId, list));
    }),
    on(contract.readRestrictions, async ({ resourceId, after = null, limit = contract.WHOLE_LIST }, ctx) => {
      const list = found(await deps.restrictions.list(ctx.tenantId, resourceId, { after, limit }));
      return mapResult(list, (value) => restrictionsToWire(resourceId, value));
    }),
    on(contract.readBulkRates, async (request, ctx) =>
      mapResult(await readBulkRates(deps, ctx, bulkReadFromWire(request)), (read) =>
        bulkReadToWire(request, read),
      ),
    ),
    on(contract.setBulkRates, async (request, ctx) =>
      mapResult(await setBulkRates(deps, ctx, bulkRatesFromWire(request)), bulkRatesToWire),
    ),
    on(contract.putFxRates, async (request, ctx) =>
      mapResult(await putFxRates(deps, ctx, fxRatesFromWire(request)), () => request),
    ),
    on(contract.copyToSandbox, (request, ctx) => copyToSandbox(deps, ctx, request)),
  ];
}

function taxRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putTaxRule, async (request, ctx) =>
      mapResult(await putTaxRule(deps, ctx, taxRuleFromWire(request)), taxRuleToWire),
    ),
    on(contract.readTaxRule, async ({ code }, ctx) => {
      const rule = isTaxRuleCode(code) ? await deps.taxRules.find(ctx.tenantId, taxRuleKey(code)) : undefined;
      return rule === undefined ? taxRuleNotFound : ok(taxRuleToWire(rule));
    }),
    on(contract.listTaxRules, async (request, ctx) =>
      ok(taxRulesToWire(await deps.taxRules.list(ctx.tenantId, request))),
    ),
    on(contract.deleteTaxRule, async ({ code }, ctx) =>
      mapResult(await deleteTaxRule(deps, ctx, code), () => ({})),
    ),
  ];
}

function policyRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putCancellationPolicy, async (request, ctx) =>
      mapResult(await putCancellationPolicy(deps, ctx, policyRequestFromWire(request)), policyToWire),
    ),
    on(contract.readCancellationPolicy, async ({ code }, ctx) => {
      const policy = isPolicyCode(code) ? await deps.policies.find(ctx.tenantId, policyKey(code)) : undefined;
      return policy === undefined ? policyNotFound : ok(policyToWire(policy));
    }),
    on(contract.listCancellationPolicies, async (request, ctx) =>
      ok(policiesToWire(await deps.policies.list(ctx.tenantId, request))),
    ),
    on(contract.deleteCancellationPolicy, async ({ code }, ctx) =>
      mapResult(await deleteCancellationPolicy(deps, ctx, code), () => ({})),
    ),
  ];
}

function blockRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.summarizeCapacity, async (request, ctx) =>
      mapResult(await summarizeCapacity(deps, ctx, request), (capacity) => ({ capacity })),
    ),
    on(contract.summarizeDailyCapacity, async (request, ctx) =>
      mapResult(await summarizeDailyCapacity(deps, ctx, request), dailyCapacityToWire),
    ),
    on(contract.listOccupancy, async (request, ctx) =>
      mapResult(await listOccupancy(deps, ctx, windowFromWire(request)), occupancyToWire),
    ),
    on(contract.replaceBlocks, async (request, ctx) =>
      replaceBlocks(deps, ctx, await replaceBlocksFromWire(request)),
    ),
  ];
}

function found<T>(value: T | undefined): Result<T> {
  return value === undefined ? resourceNotFound : ok(value);
}
