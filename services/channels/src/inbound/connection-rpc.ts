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
    on(contract.createConnection, async (request, call) =>
      mapped(await uses.createConnection(call, request), connectionRecord),
    ),
    on(contract.listConnections, async (page, call) => {
      const { connections, nextAfter } = await uses.listConnections(call, page);
      return ok({ connections: connections.map(connectionRecord), nextAfter });
    }),
    on(contract.readConnection, async ({ connectionId }, call) =>
      mapped(await uses.readConnection(call, connectionId), connectionRecord),
    ),
    on(contract.changeConnection, async (request, call) =>
      mapped(await uses.changeConnection(call, request), connectionRecord),
    ),
    on(contract.deleteConnection, ({ connectionId }, call) => uses.deleteConnection(call, connectionId)),
    on(contract.syncConnection, async ({ connectionId }, call) =>
      mapped(await uses.syncConnection(call, connectionId), connectionRecord),
    ),
    ...listingRoutes(uses),
    ...conflictRoutes(uses),
  ];
}

function listingRoutes(uses: ConnectionUseCases): Route[] {
  return [
    on(contract.createListing, async (request, call) =>
      mapped(await uses.createListing(call, request), listingRecord),
    ),
    on(contract.listListings, async ({ connectionId }, call) =>
      mapped(await uses.listListings(call, connectionId), (listings) => ({
        listings: listings.map(listingRecord),
      })),
    ),
    on(contract.deleteListing, (request, call) => uses.deleteListing(call, request)),
  ];
}

function conflictRoutes(uses: ConnectionUseCases): Route[] {
  return [
    on(contract.listConflicts, async (request, call) => {
      const { conflicts, nextAfter } = await uses.listConflicts(call, request);
      return ok({ conflicts: conflicts.map(conflictRecord), nextAfter });
    }),
    on(contract.resolveConflict, async (request, call) =>
      mapped(await uses.resolveConflict(call, request), conflictRecord),
    ),
  ];
}

function mapped<From, To>(result: Result<From>, write: (value: From) => To): Result<To> {
  return result.ok ? ok(write(result.value)) : result;
}
