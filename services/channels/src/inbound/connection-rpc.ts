import * as contract from '@lodging/contract-channels';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { conflictRecord } from '../use-cases/conflict-record.ts';
import type { ConnectionUseCases } from '../use-cases/connection-use-cases.ts';
import { connectionRecord, listingRecord } from './connection-wire.ts';

export function connectionRoutes(uses: ConnectionUseCases): Route[] {
  return [
    on(contract.createConnection, async (request, ctx) =>
      mapped(await uses.createConnection(ctx, request), connectionRecord),
    ),
    on(contract.listConnections, async (page, ctx) => {
      const { connections, nextAfter } = await uses.listConnections(ctx, page);
      return ok({ connections: connections.map(connectionRecord), nextAfter });
    }),
    on(contract.readConnection, async ({ connectionId }, ctx) =>
      mapped(await uses.readConnection(ctx, connectionId), connectionRecord),
    ),
    on(contract.changeConnection, async (request, ctx) =>
      mapped(await uses.changeConnection(ctx, request), connectionRecord),
    ),
    on(contract.deleteConnection, ({ connectionId }, ctx) => uses.deleteConnection(ctx, connectionId)),
    on(contract.syncConnection, async ({ connectionId }, ctx) =>
      mapped(await uses.syncConnection(ctx, connectionId), connectionRecord),
    ),
    ...listingRoutes(uses),
    ...conflictRoutes(uses),
  ];
}

function listingRoutes(uses: ConnectionUseCases): Route[] {
  return [
    on(contract.createListing, async (request, ctx) =>
      mapped(await uses.createListing(ctx, request), listingRecord),
    ),
    on(contract.listListings, async ({ connectionId }, ctx) =>
      mapped(await uses.listListings(ctx, connectionId), (listings) => ({
        listings: listings.map(listingRecord),
      })),
    ),
    on(contract.deleteListing, (request, ctx) => uses.deleteListing(ctx, request)),
  ];
}

function conflictRoutes(uses: ConnectionUseCases): Route[] {
  return [
    on(contract.listConflicts, async (request, ctx) => {
      const { conflicts, nextAfter } = await uses.listConflicts(ctx, request);
      return ok({ conflicts: conflicts.map(conflictRecord), nextAfter });
    }),
    on(contract.resolveConflict, async (request, ctx) =>
      mapped(await uses.resolveConflict(ctx, request), conflictRecord),
    ),
  ];
}

function mapped<From, To>(result: Result<From>, write: (value: From) => To): Result<To> {
  return result.ok ? ok(write(result.value)) : result;
}
