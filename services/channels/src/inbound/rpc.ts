import * as contract from '@lodging/contract-channels';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { connectionNotFound } from '../domain/refusals.ts';
import type { ConflictRepository, ConnectionRepository, ListingRepository } from '../ports.ts';
import { changeConnection } from '../use-cases/change-connection.ts';
import type { ChangeConnectionDeps } from '../use-cases/change-connection.ts';
import { createConnection } from '../use-cases/create-connection.ts';
import type { CreateConnectionDeps } from '../use-cases/create-connection.ts';
import { createFeedToken } from '../use-cases/create-feed-token.ts';
import type { CreateFeedTokenDeps } from '../use-cases/create-feed-token.ts';
import { createListing } from '../use-cases/create-listing.ts';
import type { CreateListingDeps } from '../use-cases/create-listing.ts';
import { deleteConnection } from '../use-cases/delete-connection.ts';
import type { DeleteConnectionDeps } from '../use-cases/delete-connection.ts';
import { deleteFeedToken } from '../use-cases/delete-feed-token.ts';
import { deleteListing } from '../use-cases/delete-listing.ts';
import { listFeedTokens } from '../use-cases/list-feed-tokens.ts';
import { renderFeed } from '../use-cases/render-feed.ts';
import type { RenderFeedDeps } from '../use-cases/render-feed.ts';
import { resolveConflict } from '../use-cases/resolve-conflict.ts';
import { rotateFeedToken } from '../use-cases/rotate-feed-token.ts';
import { syncConnection } from '../use-cases/sync-connection.ts';
import * as wire from './wire.ts';

type FeedTokenDeps = CreateFeedTokenDeps & RenderFeedDeps;
type ConnectionDeps = CreateConnectionDeps & ChangeConnectionDeps & DeleteConnectionDeps;
type ListingDeps = CreateListingDeps & { readonly listings: ListingRepository };
interface ConflictDeps {
  readonly conflicts: ConflictRepository;
}

export function routes(deps: FeedTokenDeps & ConnectionDeps & ListingDeps & ConflictDeps): Route[] {
  return [
    ...feedTokenRoutes(deps),
    ...connectionRoutes(deps),
    ...listingRoutes(deps),
    ...conflictRoutes(deps),
  ];
}

function feedTokenRoutes(deps: FeedTokenDeps): Route[] {
  return [
    on(contract.createFeedToken, async ({ publicUrl, ...input }, ctx) =>
      mapped(await createFeedToken(deps, ctx, input), (issued) =>
        wire.issuedFeedTokenToWire(issued, publicUrl),
      ),
    ),
    on(contract.listFeedTokens, async (input, ctx) =>
      mapped(await listFeedTokens(deps, ctx, input), (tokens) => ({
        feedTokens: tokens.map(wire.feedTokenToWire),
      })),
    ),
    on(contract.rotateFeedToken, async ({ publicUrl, ...input }, ctx) =>
      mapped(await rotateFeedToken(deps, ctx, input), (issued) =>
        wire.issuedFeedTokenToWire(issued, publicUrl),
      ),
    ),
    on(contract.deleteFeedToken, (input, ctx) => deleteFeedToken(deps, ctx, input)),
    on(contract.renderFeed, async (input, ctx) =>
      mapped(await renderFeed(deps, ctx, input), wire.renderedFeedToWire),
    ),
  ];
}

function connectionRoutes(deps: ConnectionDeps & { readonly connections: ConnectionRepository }): Route[] {
  return [
    on(contract.createConnection, async (input, ctx) =>
      mapped(await createConnection(deps, ctx, input), wire.connectionToWire),
    ),
    on(contract.listConnections, async (page, { tenantId }) => {
      const found = await deps.connections.list(tenantId, page);
      return ok({ connections: found.rows.map(wire.connectionToWire), nextAfter: wire.nextAfter(found) });
    }),
    on(contract.readConnection, async ({ connectionId }, { tenantId }) => {
      const connection = await deps.connections.find(tenantId, connectionId);
      return connection === undefined ? connectionNotFound() : ok(wire.connectionToWire(connection));
    }),
    on(contract.changeConnection, async (input, ctx) =>
      mapped(await changeConnection(deps, ctx, input), wire.connectionToWire),
    ),
    on(contract.deleteConnection, (input, ctx) => deleteConnection(deps, ctx, input)),
    on(contract.syncConnection, async (input, ctx) =>
      mapped(await syncConnection(deps, ctx, input), wire.connectionToWire),
    ),
  ];
}

function listingRoutes(deps: ListingDeps): Route[] {
  return [
    on(contract.createListing, async (input, ctx) =>
      mapped(await createListing(deps, ctx, input), wire.listingToWire),
    ),
    on(contract.listListings, async ({ connectionId }, { tenantId }) =>
      mapped(await deps.listings.list(tenantId, connectionId), (listings) => ({
        listings: listings.map(wire.listingToWire),
      })),
    ),
    on(contract.deleteListing, (input, ctx) => deleteListing(deps, ctx, input)),
  ];
}

function conflictRoutes(deps: ConflictDeps): Route[] {
  return [
    on(contract.listConflicts, async ({ status, ...page }, { tenantId }) => {
      const found = await deps.conflicts.list(tenantId, status, page);
      return ok({ conflicts: found.rows.map(wire.conflictToWire), nextAfter: wire.nextAfter(found) });
    }),
    on(contract.resolveConflict, async (input, ctx) =>
      mapped(await resolveConflict(deps, ctx, input), wire.conflictToWire),
    ),
  ];
}

function mapped<From, To>(result: Result<From>, write: (value: From) => To): Result<To> {
  return result.ok ? ok(write(result.value)) : result;
}
