import * as contract from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { isPolicyCode, policyKey, policyNotFound } from '../domain/cancellation-policy.ts';
import { archivedNeedsSecretKey, resourceNotFound } from '../domain/resource.ts';
import { isTaxRuleCode, taxRuleKey, taxRuleNotFound } from '../domain/tax-rule.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import { deleteCancellationPolicy } from '../use-cases/delete-cancellation-policy.ts';
import { deleteTaxRule } from '../use-cases/delete-tax-rule.ts';
import { checkUnits } from '../use-cases/check-units.ts';
import { claimUnits } from '../use-cases/claim-units.ts';
import { confirmClaim } from '../use-cases/confirm-claim.ts';
import { copyToSandbox } from '../use-cases/copy-to-sandbox.ts';
import { createResource } from '../use-cases/create-resource.ts';
import { createRoomType } from '../use-cases/create-room-type.ts';
import { findAvailability } from '../use-cases/find-availability.ts';
import { listOccupancy } from '../use-cases/list-occupancy.ts';
import { priceStay } from '../use-cases/price-stay.ts';
import { putCancellationPolicy } from '../use-cases/put-cancellation-policy.ts';
import { putFxRates } from '../use-cases/put-fx-rates.ts';
import { putPricing } from '../use-cases/put-pricing.ts';
import { putRates } from '../use-cases/put-rates.ts';
import { putTaxRule } from '../use-cases/put-tax-rule.ts';
import { putRestrictions } from '../use-cases/put-restrictions.ts';
import { readRates } from '../use-cases/read-rates.ts';
import { releaseClaim } from '../use-cases/release-claim.ts';
import { releaseLostClaim } from '../use-cases/release-lost-claim.ts';
import { renewClaim } from '../use-cases/renew-claim.ts';
import { replaceBlocks } from '../use-cases/replace-blocks.ts';
import { searchStays } from '../use-cases/search-stays.ts';
import { setBulkRates } from '../use-cases/set-bulk-rates.ts';
import { summarizeCapacity } from '../use-cases/summarize-capacity.ts';
import { updateResource } from '../use-cases/update-resource.ts';
import type { CalendarEtags } from './calendar-etags.ts';
import { calendarRoute } from './calendar-route.ts';
import { encodeRefusedPrice } from './wire/alternatives.ts';
import { decodeReplaceBlocks } from './wire/blocks.ts';
import { encodeOccupancy } from './wire/calendar.ts';
import { decodePolicyRequest, encodePolicies, encodePolicy } from './wire/cancellation-policies.ts';
import {
  decodePricing,
  decodeResourceChanges,
  encodePricing,
  encodeRates,
  encodeResource,
  encodeResources,
  encodeRoomTypes,
} from './wire/resources.ts';
import {
  decodeBulkRates,
  decodeRestrictions,
  encodeBulkRates,
  encodeRestrictions,
} from './wire/restrictions.ts';
import {
  decodeClaimUnits,
  decodeFindAvailability,
  decodeFxRates,
  decodePriceStay,
  encodeAvailability,
  encodePricedStay,
} from './wire/stay.ts';
import { decodeSearch, encodeSearchPage } from './wire/search.ts';
import { readPosition, writePosition } from './wire/search-position.ts';
import { decodeTaxRule, encodeTaxRule, encodeTaxRules } from './wire/tax-rules.ts';
import { decodeWindow } from './wire/window.ts';

export function routes(deps: InventoryDeps, etags: CalendarEtags): Route[] {
  return [
    ...stayRoutes(deps),
    ...resourceRoutes(deps),
    ...rateRoutes(deps),
    ...taxRoutes(deps),
    ...policyRoutes(deps),
    calendarRoute(deps, etags),
    ...blockRoutes(deps),
  ];
}

function stayRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.findAvailability, async (request, ctx) => {
      const found = await findAvailability(deps, ctx, decodeFindAvailability(request));
      return encode(found, (availability) => encodeAvailability(request, availability));
    }),
    on(contract.priceStay, async (request, ctx) => {
      const priced = await priceStay(deps, ctx, decodePriceStay(request));
      if (!priced.ok) return encodeRefusedPrice(priced.refusal, request.displayCurrency);
      return ok(encodePricedStay(request, priced.value));
    }),
    on(contract.searchStays, async (request, ctx) => {
      const now = deps.clock.now();
      const after = readPosition(request, now);
      if (!after.ok) return after;
      const found = await searchStays(deps, ctx, decodeSearch(request, after.value));
      return encode(found, (page) => encodeSearchPage(page, (next) => writePosition(request, next, now)));
    }),
    on(contract.claimUnits, async (request, ctx) => {
      const claimed = await claimUnits(deps, ctx, decodeClaimUnits(request));
      return encode(claimed, (state) => ({ claimId: request.claimId, state }));
    }),
    on(contract.checkUnits, async (request, ctx) =>
      ok({ taken: await checkUnits(deps, ctx, decodeWindow(request)) }),
    ),
    on(contract.confirmClaim, async (request, ctx) => {
      const confirmed = await confirmClaim(deps, ctx, decodeWindow(request));
      return encode(confirmed, (state) => ({ claimId: request.claimId, state }));
    }),
    on(contract.renewClaim, async (request, ctx) => {
      const renewed = await renewClaim(deps, ctx, decodeWindow(request));
      return encode(renewed, (state) => ({ claimId: request.claimId, state }));
    }),
    on(contract.releaseLostClaim, async ({ claimId }, ctx) =>
      encode(await releaseLostClaim(deps, ctx, claimId), (released) => ({ released })),
    ),
    on(contract.releaseClaim, async (request, ctx) =>
      encode(await releaseClaim(deps, ctx, request), (released) => ({ released })),
    ),
  ];
}

function resourceRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.createRoomType, (request, ctx) => createRoomType(deps, ctx, request)),
    on(contract.listRoomTypes, async (request, ctx) =>
      ok(encodeRoomTypes(await deps.roomTypes.list(ctx.tenantId, request))),
    ),
    on(contract.createResource, async (request, ctx) =>
      encode(await createResource(deps, ctx, request), encodeResource),
    ),
    on(contract.updateResource, async (request, ctx) =>
      encode(await updateResource(deps, ctx, decodeResourceChanges(request)), encodeResource),
    ),
    on(contract.readResource, async ({ resourceId }, ctx) =>
      encode(found(await deps.resources.find(ctx.tenantId, resourceId)), encodeResource),
    ),
    on(contract.listResources, async ({ archived = false, ...page }, ctx) => {
      if (archived && ctx.caller.kind === 'publishable') return archivedNeedsSecretKey;
      return ok(encodeResources(await deps.resources.list(ctx.tenantId, { ...page, archived })));
    }),
  ];
}

function rateRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putRates, async ({ resourceId, ratePlans: entries }, ctx) =>
      encode(await putRates(deps, ctx, { resourceId, entries }), encodeRates),
    ),
    on(contract.readRates, async ({ resourceId, window }, ctx) =>
      encode(await readRates(deps, ctx, { resourceId, range: window }), encodeRates),
    ),
    on(contract.putPricing, async (request, ctx) => {
      const replaced = await putPricing(deps, ctx, decodePricing(request));
      return encode(replaced, (entries) => encodePricing(request.resourceId, entries));
    }),
    on(contract.readPricing, async ({ resourceId }, ctx) => {
      const entries = found(await deps.pricing.find(ctx.tenantId, resourceId));
      return encode(entries, (value) => encodePricing(resourceId, value));
    }),
    on(contract.putRestrictions, async (request, ctx) => {
      const replaced = await putRestrictions(deps, ctx, decodeRestrictions(request));
      return encode(replaced, (list) => encodeRestrictions(request.resourceId, list));
    }),
    on(contract.readRestrictions, async ({ resourceId }, ctx) => {
      const list = found(await deps.restrictions.find(ctx.tenantId, resourceId));
      return encode(list, (value) => encodeRestrictions(resourceId, value));
    }),
    on(contract.setBulkRates, async (request, ctx) =>
      encode(await setBulkRates(deps, ctx, decodeBulkRates(request)), encodeBulkRates),
    ),
    on(contract.putFxRates, async (request, ctx) =>
      encode(await putFxRates(deps, ctx, decodeFxRates(request)), () => request),
    ),
    on(contract.copyToSandbox, (request, ctx) => copyToSandbox(deps, ctx, request)),
  ];
}

function taxRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putTaxRule, async (request, ctx) =>
      encode(await putTaxRule(deps, ctx, decodeTaxRule(request)), encodeTaxRule),
    ),
    on(contract.readTaxRule, async ({ code }, ctx) => {
      const rule = isTaxRuleCode(code) ? await deps.taxRules.find(ctx.tenantId, taxRuleKey(code)) : undefined;
      return rule === undefined ? taxRuleNotFound : ok(encodeTaxRule(rule));
    }),
    on(contract.listTaxRules, async (request, ctx) =>
      ok(encodeTaxRules(await deps.taxRules.list(ctx.tenantId, request))),
    ),
    on(contract.deleteTaxRule, async ({ code }, ctx) =>
      encode(await deleteTaxRule(deps, ctx, code), () => ({})),
    ),
  ];
}

function policyRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.putCancellationPolicy, async (request, ctx) =>
      encode(await putCancellationPolicy(deps, ctx, decodePolicyRequest(request)), encodePolicy),
    ),
    on(contract.readCancellationPolicy, async ({ code }, ctx) => {
      const policy = isPolicyCode(code) ? await deps.policies.find(ctx.tenantId, policyKey(code)) : undefined;
      return policy === undefined ? policyNotFound : ok(encodePolicy(policy));
    }),
    on(contract.listCancellationPolicies, async (request, ctx) =>
      ok(encodePolicies(await deps.policies.list(ctx.tenantId, request))),
    ),
    on(contract.deleteCancellationPolicy, async ({ code }, ctx) =>
      encode(await deleteCancellationPolicy(deps, ctx, code), () => ({})),
    ),
  ];
}

function blockRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.summarizeCapacity, async (request, ctx) =>
      encode(await summarizeCapacity(deps, ctx, request), (capacity) => ({ capacity })),
    ),
    on(contract.listOccupancy, async (request, ctx) =>
      encode(await listOccupancy(deps, ctx, decodeWindow(request)), encodeOccupancy),
    ),
    on(contract.replaceBlocks, async (request, ctx) =>
      replaceBlocks(deps, ctx, await decodeReplaceBlocks(request)),
    ),
  ];
}

function encode<T, Response>(result: Result<T>, write: (value: T) => Response): Result<Response> {
  return result.ok ? ok(write(result.value)) : result;
}

function found<T>(value: T | undefined): Result<T> {
  return value === undefined ? resourceNotFound : ok(value);
}
